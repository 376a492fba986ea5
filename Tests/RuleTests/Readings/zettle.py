"""Reads Zettle events: purchases, which are refunds if their amount is negative, in minor units.

https://github.com/iZettle/api-documentation/blob/master/pusher-api/concept/event-payloads.md,
https://github.com/iZettle/api-documentation/blob/master/purchase.adoc"""

from shared import at, event, message, minor_iso, said, units


def read(body):
    root = message(body)
    if at(root, "eventName") != "PurchaseCreated" or not isinstance(at(root, "payload"), str):
        return []
    purchase = message(root["payload"])
    units, currency = at(purchase, "amount"), at(purchase, "currency")
    identity = at(purchase, "purchaseUUID1")
    identity = at(purchase, "purchaseUuid") if identity is None else identity
    payments = at(purchase, "payments")
    if isinstance(payments, list) and len(payments) == 1 and not said(at(payments[0], "type")):
        return []
    if isinstance(units, int) and not isinstance(units, bool):
        return event(identity, minor_iso(currency, abs(units)))
    return []

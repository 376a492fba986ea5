"""Reads Square events: a payment or a refund whose status is COMPLETED.

https://developer.squareup.com/reference/square/webhooks/payment.updated"""

from shared import at, event, message, minor_iso, name, said


def read(body):
    root = message(body)
    kind = at(root, "type")
    for name in ("payment", "refund"):
        item = at(root, "data", "object", name)
        if kind in (f"{name}.created", f"{name}.updated") and at(item, "status") == "COMPLETED":
            currency = at(item, "amount_money", "currency")
            if name == "payment" and not said(at(item, "wallet_details", "brand"), at(item, "source_type")):
                return []
            # "The smallest denomination of the applicable currency", as in ISO 4217.
            return event(at(item, "id"), minor_iso(currency, at(item, "amount_money", "amount")))
    return []

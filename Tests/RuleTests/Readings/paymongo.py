"""Reads PayMongo events: payments that are paid, in centavos.

https://developers.paymongo.com/docs/developer-tools-webhooks-events"""

from shared import at, event, message, minor_iso, said


def read(body):
    happened = at(message(body), "data", "attributes")
    payment = at(happened, "data")
    if at(happened, "type") != "payment.paid" or at(payment, "attributes", "status") != "paid":
        return []
    if not said(at(payment, "attributes", "source", "type")):
        return []
    currency = at(payment, "attributes", "currency")
    return event(at(payment, "id"), minor_iso(currency, at(payment, "attributes", "amount")))

"""Reads Stripe events: a payment is a PaymentIntent that succeeded, a refund is a Refund that succeeded.

https://docs.stripe.com/api/events/types, https://docs.stripe.com/currencies"""

from shared import at, event, message, minor

# Stripe counts these without decimals, those with three, and all others in hundredths, ISK and UGX among them.
ZERO_DECIMAL = set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split())
THREE_DECIMAL = set("BHD JOD KWD OMR TND".split())
REFUNDS = ("refund.created", "refund.updated", "charge.refund.updated")


def read(body):
    root = message(body)
    item = at(root, "data", "object")
    kind = at(root, "type")
    if at(item, "status") != "succeeded" or not isinstance(at(item, "currency"), str):
        return []
    currency = item["currency"].upper()
    count = 0 if currency in ZERO_DECIMAL else 3 if currency in THREE_DECIMAL else 2
    if kind == "payment_intent.succeeded":
        return event(at(item, "id"), minor(currency, at(item, "amount_received"), count))
    if kind in REFUNDS:
        return event(at(item, "id"), minor(currency, at(item, "amount"), count))
    return []

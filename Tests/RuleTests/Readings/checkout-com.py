"""Reads Checkout.com events: captures and refunds.

https://www.checkout.com/docs/developer-resources/event-notifications/event-types/payment_captured,
https://www.checkout.com/docs/payments/accept-payments/format-the-amount-value"""

from shared import at, event, message, minor

# "The full amount", "the amount divided by 1000", and for all others the amount divided by 100.
FULL = set("BIF DJF GNF ISK JPY KMF KRW PYG RWF UGX VUV VND XAF XOF XPF".split())
THOUSANDTHS = set("BHD IQD JOD KWD LYD OMR TND".split())


def read(body):
    root = message(body)
    if at(root, "type") not in ("payment_captured", "payment_refunded"):
        return []
    data = at(root, "data")
    currency = at(data, "currency")
    count = 0 if currency in FULL else 3 if currency in THOUSANDTHS else 2
    return event(at(data, "action_id"), minor(currency, at(data, "amount"), count))

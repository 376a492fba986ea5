"""Reads PayPal REST webhooks: completed captures and sales, and their refunds.

https://developer.paypal.com/api/rest/webhooks/event-names/"""

from shared import at, event, message, money


def read(body):
    root = message(body)
    item, kind = at(root, "resource"), at(root, "event_type")
    if kind in ("PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.REFUNDED") and at(item, "status") == "COMPLETED":
        return event(at(item, "id"), money(at(item, "amount", "currency_code"), at(item, "amount", "value")))
    if kind == "PAYMENT.SALE.COMPLETED" and at(item, "state") == "completed":
        return event(at(item, "id"), money(at(item, "amount", "currency"), at(item, "amount", "total")))
    if kind == "PAYMENT.SALE.REFUNDED" and at(item, "state") == "completed":
        # Version 1 writes the amount of a refund with a minus.
        total = str(at(item, "amount", "total"))
        return event(at(item, "id"), money(at(item, "amount", "currency"), total[1:])) if total[:1] == "-" else []
    return []

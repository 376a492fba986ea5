"""Reads Mollie's snapshots of payments that are paid, and of refunds that were transferred.

https://docs.mollie.com/reference/payments-api-webhooks, https://docs.mollie.com/reference/refunds-api-webhooks"""

from shared import at, event, message, money, said


def read(body):
    root = message(body)
    if at(root, "resource") == "payment" and not said(at(root, "method")):
        return []
    if (at(root, "resource"), at(root, "status")) in (("payment", "paid"), ("refund", "refunded")):
        return event(at(root, "id"), money(at(root, "amount", "currency"), at(root, "amount", "value")))
    return []

"""Reads Cashfree webhooks: successful payments and refunds that a merchant started, in major units.

https://www.cashfree.com/docs/api-reference/payments/latest/payments/webhooks"""

from shared import at, event, message, money, said, suffixed


def read(body):
    root = message(body)
    payment, refund = at(root, "data", "payment"), at(root, "data", "refund")
    if at(root, "type") == "PAYMENT_SUCCESS_WEBHOOK" and at(payment, "payment_status") == "SUCCESS":
        amount = money(at(payment, "payment_currency"), at(payment, "payment_amount"))
        return event(at(payment, "cf_payment_id"), amount) if said(at(payment, "payment_group")) else []
    if at(root, "type") == "REFUND_STATUS_WEBHOOK" and at(refund, "refund_status") == "SUCCESS":
        identity = suffixed(at(refund, "cf_refund_id"), "-refunded")
        return event(identity, money(at(refund, "refund_currency"), at(refund, "refund_amount")))
    return []

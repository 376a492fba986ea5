"""Reads Razorpay events: captured payments, and processed refunds of captured payments.

https://razorpay.com/docs/webhooks/payments, https://razorpay.com/docs/webhooks/refunds"""

from shared import at, event, message, minor_iso, said


def read(body):
    root = message(body)
    payment = at(root, "payload", "payment", "entity")
    refund = at(root, "payload", "refund", "entity")
    if at(root, "event") == "payment.captured" and at(payment, "status") == "captured":
        amount = minor_iso(at(payment, "currency"), at(payment, "amount"))
        return event(at(payment, "id"), amount) if said(at(payment, "method")) else []
    if at(root, "event") == "refund.processed" and at(refund, "status") == "processed":
        amount = minor_iso(at(refund, "currency"), at(refund, "amount"))
        captured = at(payment, "captured")
        return [] if captured is False or not said(captured) else event(at(refund, "id"), amount)
    return []

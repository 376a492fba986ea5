"""Reads Asaas events: charges that are confirmed or received, and the one refund of a charge. Always in reais.

https://docs.asaas.com/docs/payment-events"""

from shared import at, event, message, money, said, suffixed


def read(body):
    root = message(body)
    kind, payment = at(root, "event"), at(root, "payment")
    card = at(payment, "billingType") in ("CREDIT_CARD", "DEBIT_CARD")
    if kind == "PAYMENT_CONFIRMED" or (kind == "PAYMENT_RECEIVED" and not card):
        return event(at(payment, "id"), money("BRL", at(payment, "value"))) if said(at(payment, "billingType")) else []
    if kind in ("PAYMENT_REFUNDED", "PAYMENT_PARTIALLY_REFUNDED"):
        refunds = at(payment, "refunds")
        if isinstance(refunds, list) and len(refunds) == 1 and at(refunds[0], "status") == "DONE":
            return event(suffixed(at(payment, "id"), "-refunded"), money("BRL", at(refunds[0], "value")))
    return []

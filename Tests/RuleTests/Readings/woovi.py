"""Reads Woovi's events of received Pix transactions and of refunds sent, in centavos.

https://developers.woovi.com/docs/webhook/examples/webhook-transaction-received,
https://developers.woovi.com/docs/webhook/examples/webhook-refund-sent-confirmed"""

from shared import at, event, message, minor

MEMBERS = {
    "OPENPIX:TRANSACTION_RECEIVED": "pix",
    "woovi:TRANSACTION_RECEIVED": "pix",
    "PIX_TRANSACTION_REFUND_SENT_CONFIRMED": "refundTransaction",
}


def read(body):
    root = message(body)
    kind = at(root, "event")
    item = at(root, MEMBERS.get(kind, "")) if isinstance(kind, str) else None
    if at(item, "status") != "CONFIRMED":
        return []
    return event(at(item, "endToEndId"), minor("BRL", at(item, "value"), 2))

"""Reads the Pix webhook: payments received, and refunds that were carried out.

https://bacen.github.io/pix-api/"""

from shared import at, event, message, money


def read(body):
    found = []
    payments = message(body).get("pix")
    for payment in payments if isinstance(payments, list) else []:
        refunds = at(payment, "devolucoes")
        if refunds is None:
            found += event(at(payment, "endToEndId"), money("BRL", at(payment, "valor")))
        for refund in refunds or []:
            if at(refund, "status") == "DEVOLVIDO":
                found += event(at(refund, "rtrId"), money("BRL", at(refund, "valor")))
    return found

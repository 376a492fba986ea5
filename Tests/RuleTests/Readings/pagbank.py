"""Reads PagBank orders: charges that are paid, in centavos.

https://developer.pagbank.com.br/reference/webhooks"""

from shared import at, event, message, minor_iso, said


def read(body):
    found = []
    charges = message(body).get("charges")
    for charge in charges if isinstance(charges, list) else []:
        if at(charge, "status") == "PAID" and said(at(charge, "payment_method", "type")):
            currency = at(charge, "amount", "currency")
            found += event(at(charge, "id"), minor_iso(currency, at(charge, "amount", "value")))
    return found

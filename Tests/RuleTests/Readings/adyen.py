"""Reads Adyen standard notifications: payments and refunds with success "true".

https://docs.adyen.com/development-resources/webhooks/webhook-types,
https://docs.adyen.com/development-resources/currency-codes"""

from shared import at, event, message, minor, said

# Where Adyen's minor units are not hundredths.
WITHOUT_DECIMALS = set("CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split())
WITH_THREE = set("BHD IQD JOD KWD LYD OMR TND".split())


def read(body):
    found = []
    for wrapper in message(body).get("notificationItems") or []:
        item = at(wrapper, "NotificationRequestItem")
        code = at(item, "eventCode")
        success = at(item, "success")
        if success != "true" and success is not True:
            continue
        undone = code == "CANCEL_OR_REFUND" and at(item, "additionalData", "modification.action") == "refund"
        if code not in ("AUTHORISATION", "REFUND") and not undone:
            continue
        if code == "AUTHORISATION" and not said(at(item, "paymentMethod")):
            continue
        currency = str(at(item, "amount", "currency"))
        count = 0 if currency in WITHOUT_DECIMALS else 3 if currency in WITH_THREE else 2
        found += event(at(item, "pspReference"), minor(currency, at(item, "amount", "value"), count))
    return found

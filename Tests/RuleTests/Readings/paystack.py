"""Reads Paystack events: successful charges, captures and processed refunds, in hundredths.

https://paystack.com/docs/payments/webhooks/"""

from shared import at, event, message, minor, said, suffixed

IN_HUNDREDTHS = ("NGN", "GHS", "ZAR", "KES", "USD", "EGP")


def read(body):
    root = message(body)
    data = at(root, "data")
    if at(data, "currency") not in IN_HUNDREDTHS:
        return []
    amount = minor(data["currency"], at(data, "amount"), 2)
    if at(root, "event") == "preauthorization.capture.success" and at(data, "status") == "captured":
        captured = minor(data["currency"], at(data, "captured_amount"), 2)
        return event(at(data, "reference"), captured) if said(at(data, "authorization", "channel")) else []
    if at(root, "event") == "charge.success" and at(data, "status") == "success" and said(at(data, "channel")):
        return event(at(data, "reference"), amount)
    if at(root, "event") == "refund.processed" and at(data, "status") == "processed":
        identity = at(data, "refund_reference")
        return event(suffixed(at(data, "id") if identity is None else identity, "-refunded"), amount)
    return []

"""Reads Flutterwave events: completed charges with the status of success, in major units.

https://developer.flutterwave.com/docs/webhooks"""

from shared import at, event, message, money, said


def read(body):
    root = message(body)
    data = at(root, "data")
    third = at(root, "event") == "charge.completed" and at(data, "status") == "successful"
    fourth = at(root, "type") == "charge.completed" and at(data, "status") == "succeeded"
    method = at(data, "payment_type") if third else at(data, "payment_method", "type")
    if not (third or fourth) or not said(method):
        return []
    return event(at(data, "id"), money(at(data, "currency"), at(data, "amount")))

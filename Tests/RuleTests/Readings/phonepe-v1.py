import base64

from shared import first, members, units


def events(m):
    answer = members(base64.b64decode(m["response"], validate=True))
    data = answer["data"]
    if answer["success"] is not True or answer["code"] != "PAYMENT_SUCCESS":
        return []
    if data.get("state") == "COMPLETED":
        return [(first(data.get("transactionId")), units("INR", data["amount"], 2))]
    if data.get("paymentState") == "COMPLETED":
        return [(first(data.get("providerReferenceId")), units("INR", data["amount"], 2))]
    return []


def read(body):
    return events(members(body))

from shared import first, major, members, name, text

NAMES = ("transactionid", "transactionId", "referencenumber", "referenceNumber")


def events(m):
    if m["transType"] != "C":
        return []
    if m.get("timePaid"):
        if text(m.get("status")) != "1":
            return []
        return [(first(m.get("referenceNumber")), major("VND", m["amount"]))]
    return [(first(*(m.get(name) for name in NAMES)), major("VND", m["amount"]))]


def read(body):
    return events(members(body))

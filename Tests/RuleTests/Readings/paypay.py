from shared import first, major, members


def events(m):
    if m["notification_type"] != "Transaction" or m["state"] != "COMPLETED":
        return []
    return [(first(m.get("order_id")), major("JPY", m["order_amount"]))]


def read(body):
    return events(members(body))

from shared import first, major, members


def events(m):
    if m["transferType"] != "in":
        return []
    return [(first(m.get("id")), major("VND", m["transferAmount"]))]


def read(body):
    return events(members(body))

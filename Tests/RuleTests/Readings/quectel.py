from shared import first, major, members, text


def events(m):
    if text(m["broadcast_type"]) != "2":
        return []
    return [(first(m.get("request_id")), major("CNY", m["money"]))]


def read(body):
    return events(members(body))

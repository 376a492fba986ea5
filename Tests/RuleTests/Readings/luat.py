from shared import major, members, text


def events(m):
    return [(None, major("CNY", m["money"]))] if text(m.get("money")) else []


def read(body):
    return events(members(body))

from shared import first, major, members, text


def events(m):
    data = m["data"]
    if m["code"] != "00" or m["success"] is not True or data["code"] != "00":
        return []
    if text(data.get("orderCode")) == "123" and data.get("reference") == "TF230204212323":
        return []
    return [(first(data.get("reference")), major(data["currency"], data["amount"]))]


def read(body):
    return events(members(body))

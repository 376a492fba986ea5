from shared import first, major, members


def events(m):
    body = m["body"]
    if first(body.get("refundId")) is None or not body.get("refundDetailInfoList") or body.get("status"):
        return []
    return [(first(body["refundId"]), major("INR", body["refundAmount"]))]


def read(body):
    return events(members(body))

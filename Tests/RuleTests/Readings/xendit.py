from shared import each, event, first, major, members


def events(m):
    event = m.get("event")
    if not event:
        if m.get("status") != "PAID" or first(m.get("external_id")) is None:
            return []
        return [(first(m.get("payment_id"), m.get("id")), major(m["currency"], m["paid_amount"]))]
    data = m["data"]
    if data.get("status") != "SUCCEEDED":
        return []
    currency = data["currency"]
    if event == "payment.capture":
        if data.get("captures"):
            return each(
                data["captures"],
                lambda capture: (first(capture.get("capture_id")), major(currency, capture["capture_amount"])),
            )
        return [(first(data.get("payment_id")), major(currency, data["request_amount"]))]
    if event in ("payment.succeeded", "refund.succeeded"):
        return [(first(data.get("id")), major(currency, data["amount"]))]
    return []


def read(body):
    return events(members(body))

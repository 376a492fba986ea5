from shared import event, first, members, units


def events(m):
    event, payload = m["event"], m["payload"]
    if payload["state"] != "COMPLETED":
        return []
    if event in ("checkout.order.completed", "pg.order.completed"):
        return [(first(payload.get("orderId")), units("INR", payload["amount"], 2))]
    if event == "pg.refund.completed":
        return [(first(payload.get("refundId"), payload.get("merchantRefundId")), units("INR", payload["amount"], 2))]
    return []


def read(body):
    return events(members(body))

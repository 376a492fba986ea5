from shared import form, major, name, part


def events(m):
    order = m.get("order_id")
    if m.get("status") == "2" and part(m["day_seq"]):
        return [(name("{}-created", order), major("CNY", m["total"]))]
    if m.get("status") == "4":
        return []
    if order and m.get("reason_code") and not m.get("notify_type"):
        return [(name("{}-cancelled", order), "")]
    if m.get("remind_id"):
        return [(name("{}-reminder-{}", order, m.get('remind_id')), "")]
    if m.get("logistics_status") == "15":
        return [(name("{}-courier", order), "")]
    if m.get("notify_type") == "agree" and m.get("refund_id") and m.get("money"):
        return [(name("{}-refunded", m.get('refund_id')), major("CNY", m["money"]))]
    return []


def read(body):
    return events(form(body))

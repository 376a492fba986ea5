import json
from decimal import Decimal

from shared import major, members, name, part, text


def events(m):
    kind, inner = text(m["type"]), json.loads(m["message"], parse_float=Decimal, parse_int=int)
    if kind == "10" and part(inner["daySn"]):
        return [(name("{}-created", inner.get('id')), major("CNY", inner["totalPrice"]))]
    order = inner.get("orderId")
    if kind in ("14", "15", "17"):
        return [(name("{}-cancelled", order), "")]
    if kind in ("33", "35") and inner.get("refundStatus") == "successful":
        return [(name("{}-refunded-{}", order, inner.get('updateTime')), major("CNY", inner["totalPrice"]))]
    if kind == "45":
        return [(name("{}-reminder-{}", order, (inner.get('remindId'), inner.get('updateTime'))), "")]
    if kind == "54":
        return [(name("{}-courier", order), "")]
    return []


def read(body):
    return events(members(body))

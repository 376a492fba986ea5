import json
from decimal import Decimal

from shared import form, major, name, part, text


def inner(m, name):
    return json.loads(m[name], parse_float=Decimal, parse_int=int) if m.get(name) else {}


def events(m):
    order, cancel, shipping = inner(m, "order"), inner(m, "orderCancel"), inner(m, "shippingStatus")
    for other in ("orderRefund", "partOrderRefund"):
        inner(m, other)
    if text(order.get("status")) == "2" and part(order["daySeq"]):
        return [(name("{}-created", order.get('orderId')), major("CNY", order["total"]))]
    if text(order.get("status")) == "4":
        return []
    if cancel.get("orderId"):
        return [(name("{}-cancelled", cancel.get('orderId')), "")]
    if text(shipping.get("shippingStatus")) == "15":
        return [(name("{}-courier", shipping.get('orderId')), "")]
    return []


def read(body):
    return events(form(body))

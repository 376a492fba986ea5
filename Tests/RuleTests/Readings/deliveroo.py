"""Reads Deliveroo order events: orders placed, and their cancellations, which carry no amount.

https://api-docs.deliveroo.com/docs/order-integration"""

import re

from shared import at, event, message, minor_iso, signs, suffixed, units


def read(body):
    root = message(body)
    order = at(root, "body", "order")
    kind, status = at(root, "event"), at(order, "status")
    if not signs(at(order, "display_id")):
        return []
    if kind == "order.new" and status == "placed":
        currency, units = at(order, "total_price", "currency_code"), at(order, "total_price", "fractional")
        free = re.fullmatch(r"0+(\.0+)?", str(units))
        return event(at(order, "id"), "" if free else minor_iso(currency, units))
    if kind == "order.status_update" and status in ("canceled", "cancelled") and at(order, "id") is not None:
        return event(suffixed(at(order, "id"), "-cancelled"), "")
    return []

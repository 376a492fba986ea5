"""Reads Deliverect orders: new ones and cancellations, without amounts.

https://developers.deliverect.com/page/glossary-pos-orders,
https://developers.deliverect.com/reference/order-cancellation"""

from shared import at, event, message, signs, suffixed


def read(body):
    root = message(body)
    identity, status = at(root, "_id"), at(root, "status")
    if identity is None or at(root, "channelOrderId") is None or not signs(at(root, "channelOrderDisplayId")):
        return []
    if isinstance(status, bool) or not isinstance(status, int):
        return []
    if status in (1, 2, 20):
        return event(identity, "")
    return event(suffixed(identity, "-cancelled"), "") if status == 100 else []

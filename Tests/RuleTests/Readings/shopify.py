"""Reads Shopify orders and refunds by the state that they are in.

https://shopify.dev/docs/api/admin-rest/latest/resources/order,
https://shopify.dev/docs/api/admin-rest/latest/resources/refund"""

import re

from shared import at, event, message, money, signs, suffixed


def read(body):
    root = message(body)
    state = at(root, "financial_status")
    number = at(root, "order_number")
    if at(root, "cancelled_at") is not None:
        announced = state in ("paid", "partially_refunded", "refunded") and at(root, "id") is not None
        return event(suffixed(at(root, "id"), "-cancelled"), "") if announced and signs(number) else []
    if state == "paid" and at(root, "fulfillment_status") is None and signs(number):
        total = at(root, "total_price")
        free = re.fullmatch(r"0+(\.0+)?", str(total))
        return event(at(root, "id"), "" if free else money(at(root, "currency"), total))
    if state is not None or at(root, "order_id") is None:
        return []
    found = []
    for item in at(root, "transactions") or []:
        if at(item, "kind") == "refund" and at(item, "status") == "success":
            found += event(suffixed(at(item, "id"), "-refunded"), money(at(item, "currency"), at(item, "amount")))
    return found

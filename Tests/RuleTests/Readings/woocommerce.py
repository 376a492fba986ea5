"""Reads WooCommerce orders by their status.

https://developer.woocommerce.com/docs/apis/rest-api/v3/orders/"""

import re

from shared import at, event, message, money, signs, suffixed


def read(body):
    root = message(body)
    status, number = at(root, "status"), at(root, "number")
    if status in ("processing", "completed") and signs(number):
        total = at(root, "total")
        free = re.fullmatch(r"0+(\.0+)?", str(total))
        return event(at(root, "id"), "" if free else money(at(root, "currency"), total))
    if status == "cancelled" and at(root, "date_paid_gmt") is not None and at(root, "id") is not None and signs(number):
        return event(suffixed(at(root, "id"), "-cancelled"), "")
    found = []
    for refund in (at(root, "refunds") or []) if status == "refunded" else []:
        total = at(refund, "total")
        if isinstance(total, str) and total.startswith("-"):
            found += event(suffixed(at(refund, "id"), "-refunded"), money(at(root, "currency"), total[1:]))
    return found

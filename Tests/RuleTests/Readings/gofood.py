from shared import first, major, members, name, part


def events(m):
    name = m["header"]["event_name"]
    if not name.startswith("gofood.order."):
        return []
    order = m["body"]["order"]
    number = part(order["order_number"])
    if name in ("gofood.order.awaiting_merchant_acceptance", "gofood.order.merchant_accepted"):
        return [(f"{number}-created", major(first(order.get("currency")) or "IDR", order["order_total"]))]
    if name == "gofood.order.driver_arrived":
        return [(f"{number}-courier", "")]
    if name == "gofood.order.cancelled":
        return [(f"{number}-cancelled", "")]
    return []


def read(body):
    return events(members(body))

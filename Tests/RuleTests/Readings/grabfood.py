import re

from shared import at, members, name, part, units


def events(m):
    order, state = m["orderID"], m.get("state")
    if m.get("items"):
        if at(m, "featureFlags", "isMexEditOrder") is True:
            return []
        exponent = part(m["currency"]["exponent"])
        if not re.fullmatch(r"[0-4]", exponent) or not part(m["shortOrderNumber"]):
            return []
        return [(name("{}-created", order), units(m["currency"]["code"], m["price"]["subtotal"], int(exponent)))]
    if state == "DRIVER_ARRIVED":
        return [(name("{}-courier", order), "")]
    if state in ("CANCELLED", "FAILED"):
        return [(name("{}-cancelled", order), "")]
    return []


def read(body):
    return events(members(body))

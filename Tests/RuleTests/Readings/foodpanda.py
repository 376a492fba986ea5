from decimal import Decimal

from shared import at, major, members, name, part, text

CURRENCIES = {"SG": "SGD", "MY": "MYR", "TH": "THB", "PH": "PHP", "HK": "HKD", "TW": "TWD", "BD": "BDT", "PK": "PKR"}


def events(m):
    if m.get("test") is True:
        return []
    if m.get("token") and part(m.get("shortCode"), m.get("code")):
        currency, total = CURRENCIES.get(at(m, "localInfo", "countryCode")), at(m, "price", "grandTotal")
        priced = currency and text(total) and Decimal(text(total)) > 0
        return [(name("{}-created", m.get('token')), major(currency, total) if priced else "")]
    order = at(m, "updatedOrder", "token")
    if order and not part(at(m, "updatedOrder", "shortCode"), at(m, "updatedOrder", "code")):
        return []
    if order and m.get("status") == "ORDER_CANCELLED":
        return [(name("{}-cancelled", order), "")]
    if order and m.get("status") == "COURIER_ARRIVED_AT_VENDOR":
        return [(name("{}-courier", order), "")]
    return []


def read(body):
    return events(members(body))

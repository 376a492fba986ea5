import json
import re
from decimal import Decimal

DIGITS = {"IDR": 0, "VND": 0, "JPY": 0, "KRW": 0, "CLP": 0, "KWD": 3, "BHD": 3, "OMR": 3, "JOD": 3, "TND": 3}


def text(value):
    """A JSON or form value as text; None if it is empty or no plain value."""
    if isinstance(value, bool) or value is None or value == "":
        return None
    return str(value) if isinstance(value, (str, int, Decimal)) else None


def at(value, *keys):
    """The member at a path, or None."""
    for key in keys:
        if isinstance(key, int):
            value = value[key] if isinstance(value, list) and key < len(value) else None
        else:
            value = value.get(key) if isinstance(value, dict) else None
    return value


def first(*values):
    """The first value that is not empty, as text, or None. Raises ValueError if it is no plain value."""
    for value in values:
        if value is None or value == "":
            continue
        if isinstance(value, (bool, list, dict)):
            raise ValueError(value)
        return str(value)
    return None


def part(*values):
    """Like first(), of what must be there."""
    value = first(*values)
    if value is None:
        raise ValueError(values)
    return value


def major(currency, value):
    """An amount in major units as canonical money. Raises ValueError if it is not exact, or not above zero."""
    match = re.fullmatch(r"([0-9]+)(?:\.([0-9]+))?", text(value) or "")
    if not match or not re.fullmatch(r"[A-Z]{3}", currency or ""):
        raise ValueError(value)
    digits, fraction = DIGITS.get(currency, 2), match[2] or ""
    if len(fraction) > digits and (len(fraction) == 3 or fraction[digits:].strip("0")):
        raise ValueError(value)
    whole, fraction = match[1].lstrip("0") or "0", fraction[:digits].ljust(digits, "0")
    if not (whole + fraction).strip("0"):
        raise ValueError(value)
    return currency + whole + ("." + fraction if digits else "")


def name(form, *values):
    """An id made of values, or None if one of them is empty: the message is then an event of its own."""
    values = [first(*value) if isinstance(value, tuple) else first(value) for value in values]
    return None if None in values else form.format(*values)


def parse(body):
    return json.loads(body.decode("utf-8"), parse_float=Decimal, parse_int=int)


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


def read(body: bytes) -> list[tuple[str | None, str]]:
    try:
        return events(parse(body))
    except Exception:
        return []

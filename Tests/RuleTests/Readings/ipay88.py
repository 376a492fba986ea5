import re
from decimal import Decimal
from urllib.parse import unquote_to_bytes

DIGITS = {"IDR": 0, "VND": 0, "JPY": 0, "KRW": 0, "CLP": 0, "KWD": 3, "BHD": 3, "OMR": 3, "JOD": 3, "TND": 3}


def text(value):
    """A JSON or form value as text; None if it is empty or no plain value."""
    if isinstance(value, bool) or value is None or value == "":
        return None
    return str(value) if isinstance(value, (str, int, Decimal)) else None


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


def parse(body):
    """The fields of a form; one in another charset than UTF-8 is empty. Raises ValueError for what is no form."""
    fields = {}
    for pair in body.split(b"&"):
        if not pair:
            continue
        name, _, value = pair.partition(b"=")
        if re.search(rb"%(?![0-9A-Fa-f]{2})", pair):
            raise ValueError(pair)
        name = unquote_to_bytes(name.replace(b"+", b" ")).decode("utf-8")
        if name in fields or not name or "\0" in name:
            raise ValueError(name)
        try:
            value = unquote_to_bytes(value.replace(b"+", b" ")).decode("utf-8")
        except UnicodeDecodeError:
            value = ""
        fields[name] = "" if "\0" in value else value
    return fields


def events(m):
    if text(m["Status"]) != "1":
        return []
    amount = part(m["Amount"])
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})*(\.[0-9]+)?|[0-9]+(\.[0-9]+)?", amount):
        return []
    return [(first(m.get("TransId")), major(m["Currency"], amount.replace(",", "")))]


def read(body: bytes) -> list[tuple[str | None, str]]:
    try:
        return events(parse(body))
    except Exception:
        return []

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


def name(form, *values):
    """An id made of values, or None if one of them is empty: the message is then an event of its own."""
    values = [first(*value) if isinstance(value, tuple) else first(value) for value in values]
    return None if None in values else form.format(*values)


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
    trade, status = first(m.get("trade_no")), m["trade_status"]
    refunded = Decimal(m.get("refund_fee") or "0")
    if refunded < 0:
        return []
    if refunded > 0:
        if status not in ("TRADE_SUCCESS", "TRADE_CLOSED"):
            return []
        return [(name("{}-refunded-{}", trade, (m.get('out_biz_no'), m.get('gmt_refund'))), "")]
    if status in ("TRADE_SUCCESS", "TRADE_FINISHED") and not m.get("gmt_refund"):
        return [(trade, major("CNY", m["total_amount"]))]
    return []


def read(body: bytes) -> list[tuple[str | None, str]]:
    try:
        return events(parse(body))
    except Exception:
        return []

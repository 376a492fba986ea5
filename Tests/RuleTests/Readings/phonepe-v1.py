import base64
import json
import re
from decimal import Decimal

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


def minor(currency, value, exponent):
    """An integral amount in units of 10^-exponent as canonical money."""
    if not re.fullmatch(r"[0-9]+", text(value) or ""):
        raise ValueError(value)
    number = text(value).rjust(exponent + 1, "0")
    return major(currency, number[:-exponent] + "." + number[-exponent:] if exponent else number)


def parse(body):
    return json.loads(body.decode("utf-8"), parse_float=Decimal, parse_int=int)


def events(m):
    answer = json.loads(base64.b64decode(m["response"], validate=True), parse_float=Decimal, parse_int=int)
    data = answer["data"]
    if answer["success"] is not True or answer["code"] != "PAYMENT_SUCCESS":
        return []
    if data.get("state") == "COMPLETED":
        return [(first(data.get("transactionId")), minor("INR", data["amount"], 2))]
    if data.get("paymentState") == "COMPLETED":
        return [(first(data.get("providerReferenceId")), minor("INR", data["amount"], 2))]
    return []


def read(body: bytes) -> list[tuple[str | None, str]]:
    try:
        return events(parse(body))
    except Exception:
        return []

"""What the readings have in common: exact amounts, ids and members. Standard library only."""

import json
import re
from decimal import Decimal
from urllib.parse import unquote_to_bytes

# ISO 4217: the active currencies by the digits of their fraction. Whole rupiah: no sen is in use.
NONE = set("BIF CLP DJF GNF IDR ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split())
THREE = set("BHD IQD JOD KWD LYD OMR TND".split())
TWO = set(
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF "
    "CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF "
    "ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK "
    "MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP "
    "SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR "
    "ZMW ZWG".split()
)


def digits(currency):
    return 0 if str(currency) in NONE else 3 if str(currency) in THREE else 2


def money(currency, amount):
    """The canonical text of an amount in major units; None if it is not exact or not above zero."""
    if str(currency) not in NONE | TWO | THREE or isinstance(amount, bool):
        return None
    text = str(amount) if isinstance(amount, (str, int, Decimal)) else ""
    match = re.fullmatch(r"([0-9]+)(?:\.([0-9]+))?", text)
    if not match:
        return None
    whole, fraction = match[1], match[2] or ""
    count = digits(currency)
    # 1.500 in a currency of cents may be meant as 1,500.
    if len(fraction) > count and (len(fraction) == 3 or fraction[count:].strip("0")):
        return None
    fraction = fraction[:count].ljust(count, "0")
    if not (whole + fraction).strip("0"):
        return None
    return f"{currency}{int(whole)}" + (f".{fraction}" if count else "")


def minor(currency, units, count):
    """The canonical text of a whole number of minor units, of which 10^count make a major one."""
    if isinstance(units, bool) or not isinstance(units, (int, str)) or not re.fullmatch(r"[0-9]+", str(units)):
        return None
    text = str(units).zfill(count + 1)
    return money(currency, (text[:-count] + "." + text[-count:].rstrip("0")).rstrip(".") if count else text)


def minor_iso(currency, units):
    """The same for minor units of ISO 4217; None for rupiah, which providers count in two ways."""
    return None if currency == "IDR" else minor(currency, units, digits(currency))


def message(body):
    """The JSON object, with exact numbers; {} if it is none."""

    def no(constant):
        raise ValueError(constant)

    value = json.loads(body, parse_float=Decimal, parse_int=int, parse_constant=no)
    return value if isinstance(value, dict) else {}


def at(value, *keys):
    """A member of objects inside objects; None if it is not there or empty."""
    for key in keys:
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return None
    return None if value == "" else value


def event(identity, amount):
    """One reading, as a list; nothing if the amount or the id cannot be used."""
    if amount is None or isinstance(identity, (bool, dict, list, Decimal)):
        return []
    if identity is not None and not 0 < len(str(identity).encode()) <= 128:
        return []
    return [(None if identity is None else str(identity), amount)]


def suffixed(identity, suffix):
    return identity if identity is None or isinstance(identity, (bool, dict, list)) else f"{identity}{suffix}"


def said(*values):
    """Whether values can be said or looked up: texts or numbers, not objects or lists."""
    return not any(isinstance(value, (dict, list)) for value in values)


def signs(value):
    """Whether a value can be said sign by sign."""
    text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    return re.fullmatch(r"[A-Za-z0-9-]+", text) is not None


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


def must(amount):
    """An amount that is exact and above zero. Raises ValueError for none."""
    if amount is None:
        raise ValueError("no exact amount")
    return amount


def major(currency, value):
    """An amount in major units as canonical money. Raises ValueError if it is not exact, or not above zero."""
    return must(money(currency, text(value)))


def units(currency, value, exponent):
    """A whole number of units of 10^-exponent as canonical money. Raises ValueError like major()."""
    return must(minor(currency, text(value), exponent))


def name(form, *values):
    """An id made of values, or None if one of them is empty: the message is then an event of its own."""
    values = [first(*value) if isinstance(value, tuple) else first(value) for value in values]
    return None if None in values else form.format(*values)


def each(items, reading):
    """The readings of the elements of a list. A bad element harms no other."""
    found = []
    for item in items:
        try:
            found.append(reading(item))
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
            continue
    return found


def members(body):
    """The members of a JSON message, with exact numbers. Raises ValueError for what is no JSON."""
    return json.loads(body.decode("utf-8"), parse_float=Decimal, parse_int=int)


def form(body):
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

import re

from shared import first, form, major, part, text


def events(m):
    if text(m["Status"]) != "1":
        return []
    amount = part(m["Amount"])
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})*(\.[0-9]+)?|[0-9]+(\.[0-9]+)?", amount):
        return []
    return [(first(m.get("TransId")), major(m["Currency"], amount.replace(",", "")))]


def read(body):
    return events(form(body))

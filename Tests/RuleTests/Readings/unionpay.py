from shared import first, form, units

CURRENCIES = {"156": "CNY", "344": "HKD", "446": "MOP", "840": "USD"}
PAID, RETURNED = ("01", "03"), ("04", "31", "33")


def events(m):
    if m["respCode"] != "00" or m["txnType"] not in PAID + RETURNED:
        return []
    return [(first(m.get("queryId")), units(CURRENCIES[m["currencyCode"]], m["txnAmt"], 2))]


def read(body):
    return events(form(body))

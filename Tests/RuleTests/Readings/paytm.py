from shared import first, form, major


def events(m):
    if m["STATUS"] != "TXN_SUCCESS" or m.get("TXNTYPE") == "REFUND":
        return []
    return [(first(m.get("TXNID")), major(m["CURRENCY"], m["TXNAMOUNT"]))]


def read(body):
    return events(form(body))

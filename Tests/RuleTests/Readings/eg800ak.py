from shared import first, major, members, text, units


def events(m):
    number = first(m.get("tx_id"), m.get("txn_id"), m.get("transaction_id"))
    if text(m.get("amount_paise")):
        return [(number, units("INR", m["amount_paise"], 2))]
    if text(m.get("amount")):
        return [(number, major("INR", m["amount"]))]
    return []


def read(body):
    return events(members(body))

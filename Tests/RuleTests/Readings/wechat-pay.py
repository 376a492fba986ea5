from shared import first, members, units


def events(m):
    if m.get("trade_state") == "SUCCESS":
        return [(first(m.get("transaction_id")), units(m["amount"]["currency"], m["amount"]["total"], 2))]
    if m.get("refund_status") == "SUCCESS":
        currency = first(m["amount"].get("currency")) or "CNY"
        return [(first(m.get("refund_id")), units(currency, m["amount"]["refund"], 2))]
    return []


def read(body):
    return events(members(body))

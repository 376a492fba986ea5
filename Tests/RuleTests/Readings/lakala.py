from shared import first, members, part, text, units


def events(m):
    status, trade = text(m.get("order_status")), m.get("order_trade_info") or {}
    if status == "2":
        return [(first(m.get("pay_order_no")), units("CNY", m["total_amount"], 2))]
    if status == "6":
        if trade.get("trade_type") not in ("REFUND", "CANCEL") or trade.get("trade_status") != "S":
            return []
        return [(part(trade["trade_no"]) + "-refunded", units("CNY", trade["trade_amount"], 2))]
    if status is None and m.get("trade_status") == "SUCCESS":
        return [(first(m.get("trade_no")), units("CNY", m["total_amount"], 2))]
    return []


def read(body):
    return events(members(body))

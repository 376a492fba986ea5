from decimal import Decimal

from shared import first, form, major, name


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


def read(body):
    return events(form(body))

from shared import each, first, major, members, name


def events(m):
    status, currency, trade = m["transaction_status"], first(m.get("currency")) or "IDR", first(m.get("transaction_id"))
    fraud, card = m.get("fraud_status"), m.get("payment_type") == "credit_card"
    if status == "capture" and fraud == "accept":
        return [(trade, major(currency, m["gross_amount"]))]
    if status == "settlement" and not card and fraud not in ("deny", "challenge"):
        return [(trade, major(currency, m["gross_amount"]))]
    if status in ("refund", "partial_refund"):
        return each(
            m.get("refunds") or [],
            lambda refund: (
                name("{}-refunded-{}", trade, refund.get('refund_chargeback_id')),
                major(currency, refund["refund_amount"]),
            ),
        )
    return []


def read(body):
    return events(members(body))

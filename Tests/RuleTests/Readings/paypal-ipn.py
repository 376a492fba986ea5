"""Reads PayPal IPN posts: completed payments and refunds.

https://developer.paypal.com/api/nvp-soap/ipn/IPNandPDTVariables/"""

from shared import event, form, money


def read(body):
    # Names and addresses may be in windows-1252; what is read here is ASCII.
    fields = form(body)
    status, gross = fields.get("payment_status"), fields.get("mc_gross", "")
    if status == "Completed" and fields.get("txn_type") not in ("masspay", "payout", "adjustment"):
        return event(fields.get("txn_id") or None, money(fields.get("mc_currency"), gross))
    if status == "Refunded" and gross[:1] == "-":
        return event(fields.get("txn_id") or None, money(fields.get("mc_currency"), gross[1:]))
    return []

from shared import first, members, units

EXPONENTS = {"THB": 2, "SGD": 2, "MYR": 2, "USD": 2, "EUR": 2, "GBP": 2, "AUD": 2, "CNY": 2, "HKD": 2, "JPY": 0}


def events(m):
    data, key = m["data"], m["key"]
    if m["livemode"] is not True:
        return []
    currency = data["currency"].upper()
    if key in ("charge.create", "charge.complete", "charge.capture"):
        if data["status"] != "successful" or data["paid"] is not True:
            return []
        amount = first(data.get("captured_amount"), data.get("amount"))
        return [(first(data.get("id")), units(currency, amount, EXPONENTS[currency]))]
    if key == "refund.create" and data.get("status") not in ("pending", "failed"):
        return [(first(data.get("id")), units(currency, data["amount"], EXPONENTS[currency]))]
    return []


def read(body):
    return events(members(body))

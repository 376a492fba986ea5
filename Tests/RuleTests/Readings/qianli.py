import re

from shared import at, first, major, members


def events(m):
    if m["method"] not in ("thing.service.SpeechBroadcast", "thing.service.SyncSpeechBroadcast"):
        return []
    if at(m, "params", "speechs", 0) != "ZFBDZ":
        return []
    clip = at(m, "params", "speechs", 1)
    match = re.fullmatch(r"\{\$([0-9.]+)\}", clip or "")
    return [(first(m["params"].get("id")), major("CNY", match[1]))] if match else []


def read(body):
    return events(members(body))

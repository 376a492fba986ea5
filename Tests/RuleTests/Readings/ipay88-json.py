from ipay88 import events
from shared import members


def read(body):
    return events(members(body))

"""Compares what was announced with independent readings of the same messages.

Each line of the file: the name of the rules, the message in base64, and the amounts announced, separated by tabs.
Prints a line for each amount that the reading does not give, and at the end how many were compared. With --exact the
reading must give these amounts and no others.
"""
import base64
import importlib.util
import sys
from pathlib import Path

folder = Path(__file__).parent
modules = {}


def reading(name):
    if name not in modules:
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(modules[name])

    def read(body):
        try:
            return modules[name].read(body)
        except Exception:  # What cannot be read gives nothing.
            return []

    return read


exact = "--exact" in sys.argv
compared = 0
for line in open(sys.argv[1], encoding="ascii"):
    name, message, *amounts = line.rstrip("\n").split("\t")
    body = base64.b64decode(message)
    known = {money for _, money in reading(name)(body) if money}
    if exact and known != set(amounts):
        print(f"{name}: {sorted(amounts)} are not {sorted(known)}: {body!r}")
    for amount in amounts:
        compared += 1
        if amount not in known:
            print(f"{name}: {amount} is not in {sorted(known)}: {body!r}")
print(f"compared {compared}")

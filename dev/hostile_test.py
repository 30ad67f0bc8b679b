"""Attacks a server, part by part, and fails when it ends, stops answering, answers 500, or takes more time or memory than
its limits allow. hostile_test.py BINARY [--seed N] [--scale X] [--only PART,PART] [--list]

Every part prints what it sent. The same seed sends the same requests; only those of several threads come in another order.
"""

import argparse
import sys
import time

import hostile_interface
import hostile_limits
import hostile_listeners
import hostile_surroundings
from hostile_kit import Broken

PARTS = [
    part
    for module in (hostile_limits, hostile_interface, hostile_listeners, hostile_surroundings)
    for part in module.PARTS
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1, help="how many requests, compared with a run of a few minutes")
    parser.add_argument("--only", default="", help="parts, separated by commas")
    parser.add_argument("--list", action="store_true", help="lists the parts")
    given = parser.parse_args()
    chosen = [name for name in given.only.split(",") if name]
    if given.list:
        for part in PARTS:
            print(f"{part.__name__:12} {part.__doc__.splitlines()[0]}")
        return
    unknown = set(chosen) - {part.__name__ for part in PARTS}
    if unknown:
        sys.exit(f"hostile_test: no part {', '.join(sorted(unknown))}; --list lists them")
    failed = []
    for part in PARTS:
        if chosen and part.__name__ not in chosen:
            continue
        started = time.monotonic()
        try:
            said = part(given.binary, given.seed, given.scale)
            print(f"ok {part.__name__}: {said} ({time.monotonic() - started:.0f} s)", flush=True)
        except Broken as error:
            failed.append(part.__name__)
            print(f"BROKEN {part.__name__} (seed {given.seed}): {str(error)[:3000]}", flush=True)
    if failed:
        sys.exit(f"hostile_test: broken: {', '.join(failed)}")


if __name__ == "__main__":
    main()

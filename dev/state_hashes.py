"""Prints the hash of the last stored state of each device. state_hashes.py DATA-DIR"""

import pathlib
import sqlite3
import sys

store = sqlite3.connect(pathlib.Path(sys.argv[1], "greenroom.sqlite"))
# A snapshot has the position of the step that it stands behind, and there is no later step.
rows = store.execute("""
    SELECT device.id, snapshot.hash FROM device
    JOIN (SELECT device, max(position) AS position FROM step GROUP BY device) AS end ON end.device = device.number
    JOIN snapshot ON snapshot.position = end.position
    ORDER BY device.id
""")
for name, digest in rows:
    print(name, f"{digest % 2**64:016x}")

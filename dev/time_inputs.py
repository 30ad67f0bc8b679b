"""Prints how long each of some inputs took, in milliseconds. time_inputs.py URL DEVICE BUNDLE-ID COUNT"""

import json
import sys
import time

from thread_client import Client

client, path = Client(sys.argv[1]), f"/v1/devices/{sys.argv[2]}/apps/{sys.argv[3]}/actions"
times = []
for _ in range(int(sys.argv[4])):
    started = time.perf_counter()
    status, _, text = client.ask("POST", path, [{"action": "log", "message": "x"}])
    assert status == 200, text
    times.append((time.perf_counter() - started) * 1000)
print(json.dumps(times))

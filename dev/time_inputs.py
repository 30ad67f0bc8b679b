"""Prints how long each of some inputs took, in milliseconds. time_inputs.py URL DEVICE BUNDLE-ID COUNT"""

import http.client
import json
import sys
import time
import urllib.parse

url, device, bundle_id, count = urllib.parse.urlparse(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
client = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
body = json.dumps([{"action": "log", "message": "x"}])
times = []
for _ in range(count):
    started = time.perf_counter()
    client.request("POST", f"/v1/devices/{device}/apps/{bundle_id}/actions", body, {"Content-Type": "application/json"})
    answer = client.getresponse()
    text = answer.read()
    assert answer.status == 200, text
    times.append((time.perf_counter() - started) * 1000)
print(json.dumps(times))

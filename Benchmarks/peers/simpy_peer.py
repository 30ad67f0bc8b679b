"""SimPy: processes that are suspended for 55 seconds and run for 5, in virtual time."""
import json
import time

import simpy

PROCESSES, MINUTES = 20_000, 60


def app(environment, counts):
    while True:
        yield environment.timeout(55)
        counts["events"] += 1
        yield environment.timeout(5)
        counts["events"] += 1


environment, counts = simpy.Environment(), {"events": 0}
for _ in range(PROCESSES):
    environment.process(app(environment, counts))
start = time.process_time()
environment.run(until=MINUTES * 60 + 1)
rate = counts["events"] / (time.process_time() - start)
print(json.dumps({"name": "simpy.timedEvents", "value": rate, "unit": "1/s"}))

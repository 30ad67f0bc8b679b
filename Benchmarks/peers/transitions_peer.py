"""transitions: a state machine in Python goes from active to background and back."""
import json
import time

from transitions import Machine

CYCLES = 20_000
TRANSITIONS = [
    ("resign", "active", "inactive"),
    ("enter_background", "inactive", "background"),
    ("enter_foreground", "background", "inactive"),
    ("activate", "inactive", "active"),
]


class App:
    pass


app = App()
Machine(
    model=app,
    states=["active", "inactive", "background"],
    initial="active",
    auto_transitions=False,
    transitions=[list(row) for row in TRANSITIONS],
)
start = time.process_time()
for _ in range(CYCLES):
    for trigger, _, _ in TRANSITIONS:
        getattr(app, trigger)()
rate = CYCLES * len(TRANSITIONS) / (time.process_time() - start)
print(json.dumps({"name": "transitions.transitions", "value": rate, "unit": "1/s"}))

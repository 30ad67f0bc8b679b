"""FastAPI over transitions: the mock that a team writes in an afternoon. uvicorn --app-dir Benchmarks/peers fastapi_peer:app"""
from fastapi import FastAPI
from pydantic import BaseModel
from transitions import Machine

app = FastAPI()
machine = Machine(
    model=None,
    states=["active", "background"],
    initial="active",
    auto_transitions=False,
    transitions=[["home", ["active", "background"], "background"], ["launch", ["active", "background"], "active"]],
)
TRIGGERS = {"device.home": "home", "app.launch": "launch"}


class Process:
    pass


class Event(BaseModel):
    type: str


processes: dict[str, Process] = {}


def process(device: str) -> Process:
    if device not in processes:
        processes[device] = Process()
        machine.add_model(processes[device])
    return processes[device]


@app.get("/v1/devices/{device}/processes/{pid}")
async def read(device: str, pid: int):
    return {"pid": pid, "bundleID": "com.example.notes", "state": process(device).state}


@app.post("/v1/devices/{device}/events")
async def post(device: str, event: Event):
    found = process(device)
    if event.type in TRIGGERS:
        getattr(found, TRIGGERS[event.type])()
    return {"device": device, "type": event.type, "state": found.state}

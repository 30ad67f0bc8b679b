"""What is measured against what, and what is aimed at."""

# figure: (peer, goal). A goal of ">= X" or "<= X" is about the ratio to the peer where there is one, else about the value.
GOALS = {
    "http.getProcess": ("bare.get", ">= 0.90"),
    "http.postEvent": ("bare.post", ">= 0.80"),
    "http.postTransition": ("bare.post", None),
    "http.postEvent.sqlite": ("bare.postBesideSQLite", ">= 0.60"),
    "http.getProcess.processorTime": ("bare.get.processorTime", None),
    "http.postEvent.processorTime": ("bare.post.processorTime", None),
    "http.postTransition.processorTime": ("bare.post.processorTime", None),
    "http.postEvent.sqlite.processorTime": ("bare.postBesideSQLite.processorTime", None),
    # Turned round: how much more a bare server answers that encodes and decodes nothing.
    "bare.get.prepared": ("http.getProcess", None),
    "bare.post.prepared": ("http.postEvent", None),
    "http.getProcess.fastapi": ("http.getProcess", None),
    "http.postTransition.fastapi": ("http.postTransition", None),
    "kernel.transitions.appDelegate": ("erlang.transitions", ">= 2.2"),
    "kernel.transitions.scenes": ("erlang.transitions", None),
    "kernel.timedEvents.1": ("simpy.timedEvents", ">= 3.5"),
    "kernel.timedEvents.10": ("simpy.timedEvents", None),
    "transitions.transitions": ("kernel.transitions.appDelegate", None),
    "host.bytesPerSuspendedProcess": ("erlang.bytesPerSuspendedProcess", "<= 1100 B"),
    "host.idleTick": (None, "<= 50"),
    "server.startToReady": (None, "<= 150"),
    "server.idleMemory": (None, "<= 40"),
    "explorer.transitions": ("monkey.transitions", ">= 0.35"),
    "explorer.transitions.twoJobs": ("explorer.transitions.oneJob", ">= 1.6"),
    "explorer.bytesPerAbstractState": (None, "<= 48 B"),
    "explorer.bytesPerState": (None, "<= 2048 B"),
    "explorer.closes.c1": (None, "<= 0.2 s"),
    "explorer.closes.c2": (None, "<= 5 s"),
    "explorer.code.inputs": ("pythonClient.requests", ">= 100 /s"),
    "hypothesis.toFirstFailure": ("explorer.toFirstFailure", ">= 100"),
    "http.postEvent.p99.exploring": ("http.postEvent.p99", "<= 1.2"),
}


def joined(figures):
    """One row a figure, with its peer of the same run, the ratio to it, and whether the goal is reached."""
    values = {figure["name"]: figure["value"] for figure in figures}
    for figure in figures:
        peer, goal = GOALS.get(figure["name"], (None, None))
        ratio = figure["value"] / values[peer] if peer in values else None
        yield {
            "name": figure["name"],
            "value": rounded(figure["value"]),
            "unit": figure["unit"],
            "peer": {"name": peer, "value": rounded(values[peer])} if peer in values else None,
            "ratio": rounded(ratio),
            "goal": goal,
            "reached": is_reached(goal, figure["value"], ratio),
        }


def is_reached(goal, value, ratio):
    """Whether a goal is reached; None when there is none, or when its peer was not there."""
    if goal is None:
        return None
    sign, bound, *unit = goal.split()
    measured = value if unit or ratio is None else ratio
    if not unit and ratio is None and float(bound) < 10:
        return None
    return measured >= float(bound) if sign == ">=" else measured <= float(bound)


def rounded(value):
    """Three digits that count."""
    return None if value is None else round(value) if abs(value) >= 1000 else float(f"{value:.3g}")

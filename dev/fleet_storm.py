"""Faults of servers while faults of the database and of the network last. Nothing is expected of each, only of the end."""

import subprocess
import threading
import time

from crash_test import Lost
from fleet_database import control
from fleet_faults import Faults
from fleet_servers import LEASE


class Surroundings(Faults):
    """What goes wrong around the servers, without a look at what they do meanwhile."""

    def lasts(self):
        time.sleep(self.random.uniform(1, 8))

    def stop_database(self):
        control("stop", "--mode", self.random.choice(["fast", "immediate"]))
        time.sleep(self.random.uniform(0, 2 * LEASE))
        control("start")

    def hold_commits(self):
        self.database.hold_commits()
        self.lasts()
        self.database.release_commits()

    def cut_from_database(self):
        self.cut(lambda name: self.network.cut_from_database(name, self.directions()))

    def cut_from_peers(self):
        self.cut(lambda name: self.network.cut_from_peers(name, self.directions()))

    def cut_from_all(self):
        self.cut(self.network.cut_from_all)

    def cut(self, one):
        for name in self.names():
            one(name)
        self.lasts()
        self.network.heal()


OF_SERVERS = ["kill", "pause", "end"]
AROUND_THEM = [
    "end_connections", "restart_database", "kill_database", "stop_database", "hold_commits",
    "cut_from_database", "cut_from_peers", "cut_from_all",
]


class Storm(threading.Thread):
    """Lets faults happen one after another until an instant, beside others."""

    def __init__(self, faults, random_numbers, end):
        super().__init__(daemon=True)
        self.faults, self.random, self.end = faults, random_numbers, end
        self.failure = None
        self.start()

    def run(self):
        try:
            while time.monotonic() < self.end:
                self.faults.happen()
                time.sleep(self.random.uniform(0, 2))
        except (Lost, OSError, subprocess.SubprocessError) as failure:
            self.failure = failure

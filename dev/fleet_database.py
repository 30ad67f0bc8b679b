"""The PostgreSQL of dev/with-postgres for tests of a fleet: asked, stopped, slowed down."""

import os
import pathlib
import subprocess
import time

from crash_test import Database, check


def programs():
    return max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))


def as_owner(*command):
    """A command as the user that the database runs as."""
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    subprocess.run(command, check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def control(action, *arguments, data=None):
    """pg_ctl for the PostgreSQL of dev/with-postgres, or for the one with this data directory."""
    data = data or os.environ["GREENROOM_TEST_POSTGRES_DATA"]
    logs = ["--log", f"{data}/../log"] if action in ("start", "restart") else []
    as_owner(programs() / "pg_ctl", action, "--pgdata", data, "--wait", "--silent", *arguments, *logs)


class FleetDatabase(Database):
    """A database whose commits take a while, as on a slow disk: something is always on its way when a server is stopped."""

    def __init__(self, host):
        super().__init__()
        # Where servers reach it.
        self.fleet_url = self.url.replace("127.0.0.1", host)
        for setting in ("commit_delay = 30000", "commit_siblings = 0"):
            self.run(f"ALTER DATABASE {self.name} SET {setting}")

    def ask(self, query):
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--command", query, self.url],
            check=True, capture_output=True, text=True,
        )
        return done.stdout.strip()

    def remove_fence(self):
        """Has the database let everybody write: what the test must notice."""
        kind = self.ask("SELECT oid::regprocedure FROM pg_proc WHERE proname = 'fence' AND pronamespace = 'greenroom'::regnamespace")
        body = self.ask(f"SELECT pg_get_functiondef('{kind}'::regprocedure)")
        head = body[: body.index("AS $")]
        self.ask(head.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION") + "AS $$ BEGIN RETURN; END $$;")

    def epochs(self):
        """Grows with every change of owner."""
        return int(self.ask("SELECT sum(epoch) FROM greenroom.partition"))

    def partitions_of(self, name):
        """How many partitions servers of this name own."""
        return int(
            self.ask(
                "SELECT count(*) FROM greenroom.partition p JOIN greenroom.member m ON m.number = p.owner"
                f" WHERE m.name = '{name}'"
            )
        )

    def wait_until_lost(self, name, limit=15):
        """Waits until others have what a server of this name owned."""
        end = time.monotonic() + limit
        free = "SELECT count(*) FROM greenroom.partition WHERE state <> 2"
        while self.partitions_of(name) > 0 or int(self.ask(free)) > 0:
            check(time.monotonic() < end, f"nobody has taken over from {name} for {limit} s")
            time.sleep(0.1)

    def hold_commits(self):
        """Has commits wait for a standby that does not exist."""
        self.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        self.run("SELECT pg_reload_conf()")
        self.wait_for_setting("nobody")

    def release_commits(self):
        self.run("ALTER SYSTEM RESET synchronous_standby_names")
        self.run("SELECT pg_reload_conf()")
        self.wait_for_setting("")

    def wait_for_setting(self, value):
        while self.ask("SHOW synchronous_standby_names") != value:
            time.sleep(0.02)
        # The other processes of the database read the setting when they get to it.
        time.sleep(0.1)


class HeldSteps:
    """While it lasts, transactions that write steps stay open."""

    def __init__(self, database):
        self.process = subprocess.Popen(
            ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", database.url],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )

    def __enter__(self):
        self.process.stdin.write("BEGIN; LOCK TABLE greenroom.step IN SHARE MODE; SELECT 'locked';\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().strip()
        check(line == "locked", f"the steps cannot be locked: {line}")

    def __exit__(self, *_):
        self.process.communicate("COMMIT;\n", timeout=30)

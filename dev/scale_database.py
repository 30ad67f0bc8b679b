"""A PostgreSQL of its own for tests of several servers: started, asked, restarted, stopped, slowed down."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import time

NAME = "scale"
# A commit takes a while, as on a slow disk: something is in flight whenever a server or the database fails.
SLOW_COMMITS = ("commit_delay = 20000", "commit_siblings = 0")


def programs():
    return max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))


def as_owner(*command, **options):
    """Runs a command as a user that PostgreSQL accepts: it does not run as root."""
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    return subprocess.run(
        [str(word) for word in command], check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, **options,
    )


def free_port(host):
    with socket.socket() as one:
        one.bind((host, 0))
        return one.getsockname()[1]


class Cluster:
    """A PostgreSQL in a folder, which also has its socket."""

    def __init__(self, folder, host, **settings):
        self.folder, self.host, self.port = folder, host, free_port(host)
        self.data = folder / "data"
        folder.mkdir(parents=True)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        self.settings = {
            "listen_addresses": f"'{host}'", "port": self.port, "unix_socket_directories": f"'{folder}'",
            "max_connections": 200, **settings,
        }

    def make(self):
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-instructions", "--no-sync"]
        as_owner(programs() / "initdb", "-D", self.data, *options)
        self.configure()
        with open(self.data / "pg_hba.conf", "a") as rules:
            rules.write("host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n")
        self.start()
        self.ask(f"CREATE DATABASE {NAME}", database="postgres")

    def configure(self):
        with open(self.data / "postgresql.conf", "a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in self.settings.items())

    def url(self, *others):
        """What servers are given, with others that may take over."""
        hosts = ",".join(f"{one.host}:{one.port}" for one in (self, *others))
        return f"postgres://postgres@{hosts}/{NAME}"

    def control(self, action, *arguments):
        log = ["-l", self.folder / "log"] if action in ("start", "restart") else []
        as_owner(programs() / "pg_ctl", action, "-D", self.data, "-w", "-s", *arguments, *log)

    def start(self):
        self.control("start")

    def stop(self, mode="fast"):
        self.control("stop", "-m", mode)

    def restart(self, mode="fast"):
        self.control("restart", "-m", mode)

    @property
    def process(self):
        """The process that starts those of connections."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def remove(self):
        if (self.data / "postmaster.pid").exists():
            with contextlib.suppress(subprocess.CalledProcessError):
                self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, *queries, database=NAME):
        """What the queries answer, each in a transaction of its own: fields are separated by |."""
        commands = [word for query in queries for word in ("--command", query)]
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", *commands, self.socket_url(database)],
            check=True, capture_output=True, text=True,
        )
        return done.stdout.strip()

    def socket_url(self, database):
        """A way to it that no fault of the network cuts."""
        return f"postgres:///{database}?host={self.folder}&port={self.port}&user=postgres"

    def slow_down(self):
        """Has each commit take a while."""
        self.ask(*(f"ALTER DATABASE {NAME} SET {setting}" for setting in SLOW_COMMITS))

    def commits(self):
        """How many transactions were committed in the database."""
        self.ask("SELECT pg_stat_force_next_flush()") if self.version >= 15 else None
        return int(self.ask(f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{NAME}'"))

    @property
    def version(self):
        return int(programs().parent.name)

    def end_connections(self):
        self.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{NAME}' AND pid <> pg_backend_pid()")

    def hold_commits(self):
        """Has commits wait for a standby that does not exist."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
        self.wait_for_setting("nobody")

    def release_commits(self):
        self.ask("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
        self.wait_for_setting("")

    def wait_for_setting(self, value):
        while self.ask("SHOW synchronous_standby_names") != value:
            time.sleep(0.02)
        # The other processes of the database read the setting when they get to it.
        time.sleep(0.1)

    @contextlib.contextmanager
    def hold_steps(self):
        """While it lasts, transactions that write steps stop where they do it: with the rows of their devices locked."""
        command = ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", self.socket_url(NAME)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as psql:
            psql.stdin.write("BEGIN; LOCK TABLE greenroom.step IN SHARE MODE; SELECT 'locked';\n")
            psql.stdin.flush()
            line = psql.stdout.readline().strip()
            assert line == "locked", line
            yield
            psql.communicate("COMMIT;\n", timeout=30)

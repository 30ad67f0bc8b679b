"""What the parts of dev/hostile share: a server under limits, requests that are counted, and what must hold after each part."""

import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import tempfile
import time

MEGABYTE = 1 << 20
# More than any part needs, and less than the machine has: what allocates without a bound ends the server, and is noticed.
ADDRESS_SPACE = 12 * 1024 * MEGABYTE


class Broken(Exception):
    """Something that must hold does not."""


class Tally:
    """What was sent in one part: requests by status, and the slowest."""

    def __init__(self):
        self.statuses = {}
        self.count = 0
        self.slowest = (0, "")

    def add(self, status, seconds=0, what=""):
        self.count += 1
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if seconds > self.slowest[0]:
            self.slowest = (seconds, what)

    def __str__(self):
        statuses = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items(), key=str))
        slowest = f"; slowest {self.slowest[0]:.2f} s ({self.slowest[1]})" if self.slowest[0] >= 0.5 else ""
        return f"{self.count} ({statuses}){slowest}"


class Server:
    """A server of the binary on ports of its own, with a limited address space."""

    def __init__(self, binary, *options, files=None, environment=None):
        self.log = tempfile.NamedTemporaryFile("w+", prefix="greenroom-hostile-", suffix=".log")

        def limits():
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, files)

        self.is_over = False
        command = [binary, "serve", "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self.log,
            stdin=subprocess.DEVNULL,
            preexec_fn=limits,
            env=os.environ | (environment or {}),
            text=True,
        )
        self.addresses = {}
        line = self.process.stdout.readline()
        if "greenroom ready on" not in line:
            self.process.wait(timeout=10)
            self.log.seek(0)
            raise Broken(f"the server did not start: {line}{self.log.read()[-2000:]}")
        self.url = re.search(r"ready on (\S+)", line)[1]
        self.address = split(self.url)
        for name, address in re.findall(r" (\w+)=(\S+)", line):
            self.addresses[name] = split(address)

    # What the process has used.

    def cpu(self):
        """Seconds of processor time so far."""
        fields = self.stat()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Resident bytes."""
        return int(self.stat()[21]) * os.sysconf("SC_PAGE_SIZE")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stat(self):
        try:
            return pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError as error:
            raise Broken(self.end_of_log("the server is gone")) from error

    # What must hold.

    def check(self, what, memory=None):
        """The server lives, answers its probe, and has not taken more memory than it may."""
        if self.process.poll() is not None:
            raise Broken(self.end_of_log(f"{what}: the server ended with {self.process.returncode}"))
        for attempt in range(3):
            try:
                status, _, _ = ask(self.address, "GET", "/livez", timeout=10)
                break
            except OSError as error:
                if attempt == 2:
                    raise Broken(self.end_of_log(f"{what}: /livez: {error!r}")) from error
        if status != 200:
            raise Broken(f"{what}: /livez answers {status}")
        if memory and self.memory() > memory:
            raise Broken(f"{what}: {self.memory() / MEGABYTE:.0f} MB resident, more than {memory / MEGABYTE:.0f}")

    def end_of_log(self, what):
        self.log.seek(0)
        return f"{what}\n{self.log.read()[-1500:]}"

    def stop(self, how=signal.SIGTERM):
        self.is_over = True
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            code = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired as error:
            self.process.kill()
            raise Broken(self.end_of_log("the server does not end on SIGTERM")) from error
        if how == signal.SIGTERM and code != 0:
            raise Broken(self.end_of_log(f"the server ended with {code} after SIGTERM"))

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.is_over = True

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None and not self.is_over:
            self.stop()
        self.process.kill()
        self.process.wait()
        self.log.close()


def split(url):
    host, port = url.split("//")[-1].rstrip("/").rsplit(":", 1)
    return host.strip("[]"), int(port)


def ask(address, method, path, body=None, headers=None, timeout=60):
    """One request on a connection of its own: status, headers, bytes."""
    connection = http.client.HTTPConnection(*address, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    except http.client.HTTPException as error:
        raise OSError(f"no answer in HTTP: {error!r}") from error
    finally:
        connection.close()


class Client:
    """Requests on one connection that is kept, and counted."""

    def __init__(self, address, tally, headers=None, longest=15):
        self.address = address
        self.tally = tally
        self.headers = headers or {}
        self.longest = longest
        self.connection = None

    def send(self, method, path, body=None, headers=None, may_break_off=False):
        """The status and the bytes of an answer; 0 where the connection was closed without one, if it may be."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
        given = ({"Content-Type": "application/json"} if body is not None else {}) | self.headers | (headers or {})
        started = time.monotonic()
        for attempt in range(2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection(*self.address, timeout=self.longest)
                self.connection.request(method, path, body, given)
                answer = self.connection.getresponse()
                data = answer.read()
                if answer.headers.get("Connection", "").lower() == "close":
                    self.close()
                break
            except TimeoutError as error:
                self.close()
                raise Broken(f"no answer within {self.longest} s: {method} {path[:200]} {str(body)[:300]}") from error
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if attempt and may_break_off:
                    self.tally.add(0)
                    return 0, b""
                if attempt:
                    raise Broken(f"{error!r}: {method} {path[:200]} {str(body)[:300]}") from error
        took = time.monotonic() - started
        self.tally.add(answer.status, took, f"{method} {path[:60]}")
        # WebDriver has it for a session that cannot be made, a context that there is none, and the like.
        is_of_webdriver = data.startswith(b'{"value":{"error":')
        if answer.status == 500 and not is_of_webdriver:
            raise Broken(f"500: {method} {path[:200]} {str(body)[:600]}\n{data[:600]!r}")
        return answer.status, data

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None


def raw(address, data, seconds=5, half_close=False):
    """What is answered to these bytes, until the connection ends or the time is over."""
    with socket.create_connection(address, timeout=seconds) as connection:
        try:
            connection.sendall(data)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            answer = b""
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                connection.settimeout(max(0.05, until - time.monotonic()))
                piece = connection.recv(65536)
                if not piece:
                    break
                answer += piece
        except (TimeoutError, ConnectionError):
            pass
        return answer

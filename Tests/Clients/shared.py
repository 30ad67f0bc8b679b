"""Servers that share a PostgreSQL behind HAProxy, as examples/scaling sets it up: each request goes to the next one."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "dev"))

from scale_database import Cluster, free_port  # noqa: E402

HOST = "127.0.0.1"
# The listeners behind the balancer, and their ports in its configuration.
PORTS = {"api": 8080, "appium": 4723, "wda": 8100}


def configuration(servers, ports):
    """The example for these servers and ports, except that servers take turns."""
    text = (ROOT / "examples/scaling/haproxy.cfg").read_text()
    for name, port in PORTS.items():
        text = text.replace(f"bind :{port}", f"bind {HOST}:{ports[name]}")
        for place, server in zip(("one", "two"), servers, strict=True):
            text = text.replace(f" {place}:{port}", " " + getattr(server, name).rpartition("/")[2])
    return re.sub(r"balance leastconn", "balance roundrobin", text)


@contextmanager
def process(*command):
    """A process that ends with the block."""
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(20)


@contextmanager
def two_servers(binary, serve):
    """Two servers. The address of APNs is that of the first.

    `serve` is a context manager that starts one server with options and yields its addresses.
    """
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="greenroom-clients-", dir="/tmp"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        cluster = Cluster(folder / "postgres", HOST)
        stack.callback(cluster.remove)
        cluster.make()
        subprocess.run([binary, "migrate", cluster.url()], check=True)
        servers = [stack.enter_context(serve("--database", cluster.url())) for _ in range(2)]
        ports = {name: free_port(HOST) for name in PORTS}
        file = folder / "haproxy.cfg"
        file.write_text(configuration(servers, ports))
        haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/bin")
        stack.enter_context(process(haproxy, "-f", str(file)))
        api = f"http://{HOST}:{ports['api']}"
        wait_for(api + "/readyz")
        yield type(servers[0])(
            api,
            f"http://{HOST}:{ports['appium']}",
            f"http://{HOST}:{ports['wda']}",
            servers[0].apns,
            tuple(server.api for server in servers),
        )


def wait_for(url):
    """Waits until something answers there."""
    for _ in range(200):
        try:
            if httpx.get(url).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"nothing answers at {url}")

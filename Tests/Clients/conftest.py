"""A server with all listeners, for the tests of one run. With `--shared`, two that share a database, behind HAProxy.

The devices are those of the pytest plugin of greenroom_client (its fixtures `device`, `make_device` and
`greenroom_client`), on the server of this file. Their clocks stand still until the test moves them.
"""

import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import pytest
from greenroom_client.server import find_binary
from shared import two_servers

READY = "greenroom ready on "


@dataclass(frozen=True)
class Listeners:
    """The addresses of a server."""

    api: str
    appium: str
    wda: str
    apns: str  # host and port
    servers: tuple[str, ...]  # the interface of each server, which is `api` unless a balancer is in front

    @classmethod
    def of(cls, ready_line: str) -> "Listeners":
        """The addresses in the line that the server prints when it is ready."""
        api, *others = ready_line.partition(READY)[2].split()
        named = dict(other.split("=", 1) for other in others)
        # The certificate is also valid for the address; push providers use a name.
        return cls(api, named["appium"], named["wda"], "localhost:" + named["apns"].rpartition(":")[2], (api,))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shared", action="store_true", help="use two servers that share a database, in turn")


@contextmanager
def serve(binary: str, *options: str) -> Iterator[Listeners]:
    """Runs a server with all listeners."""
    ports = ["--port", "0", "--appium-port", "0", "--wda-port", "0", "--apns-port", "0"]
    server = subprocess.Popen(
        [binary, "serve", *ports, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        line = server.stdout.readline()
        assert READY in line, f"{binary} serve ended with {server.wait()}"
        yield Listeners.of(line)
    finally:
        server.terminate()
        status = server.wait(20)
    assert status == 0, f"the server ended with {status}"


@pytest.fixture(scope="session")
def listeners(pytestconfig: pytest.Config) -> Iterator[Listeners]:
    """The listeners of the server that all tests use, or of the balancer in front of two."""
    binary = pytestconfig.getoption("--greenroom-binary") or find_binary()
    one = partial(serve, binary)
    with two_servers(binary, one) if pytestconfig.getoption("--shared") else one() as addresses:
        yield addresses


@pytest.fixture(scope="session")
def greenroom_server(listeners: Listeners) -> str:
    """The server of the plugin's fixtures."""
    return listeners.api


@pytest.fixture(scope="session")
def authority(greenroom_client, tmp_path_factory) -> str:
    """The path of the certificate by which clients of APNs trust the server, downloaded from it."""
    path = tmp_path_factory.mktemp("apns") / "ca.pem"
    path.write_text(greenroom_client.apns_authority())
    return str(path)


@pytest.fixture(scope="session")
def trust(authority) -> ssl.SSLContext:
    """Trusts the server's certificate and no other."""
    return ssl.create_default_context(cafile=authority)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop of asynchronous tests: aioapns knows this one alone."""
    return "asyncio"

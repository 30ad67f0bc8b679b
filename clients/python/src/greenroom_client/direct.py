"""Requests over connections of the standard library, in half the processor time that those of httpx take."""

from __future__ import annotations

import select
import threading
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

from .calls import Answer, Call

# What is raised where no answer comes.
LOST = (OSError, HTTPException)


def is_direct(url: str) -> bool:
    """Whether a server is asked without TLS, and not through a proxy."""
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname is None:
        return False
    return not getproxies().keys() & {"http", "all"} or bool(proxy_bypass(parts.hostname))


class DirectConnection(threading.local):
    """A connection to a server, for each thread one."""

    def __init__(self, url: str, headers: Mapping[str, str], patience: float) -> None:
        parts = urlsplit(url)
        self.prefix = parts.path
        self.headers = headers
        self.patience = patience
        self.connection = HTTPConnection(parts.hostname or "", parts.port, timeout=patience)

    def answer(self, call: Call[Any]) -> Answer:
        """The answer to a request; raises one of `LOST` where none comes."""
        query = f"?{urlencode(call.query, doseq=True)}" if call.query else ""
        self.close_if_ended()
        try:
            if self.connection.sock is not None:
                self.connection.sock.settimeout(self.patience + call.patience)
            self.connection.timeout = self.patience + call.patience
            headers = {**self.headers, **call.headers}
            self.connection.request(call.method, f"{self.prefix}{call.path}{query}", call.content, headers)
            response = self.connection.getresponse()
            named = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, named, response.read())
        except BaseException:
            self.connection.close()
            raise

    def close_if_ended(self) -> None:
        """Closes the connection if the server has: the next request makes another."""
        if self.connection.sock is not None and select.select([self.connection.sock], [], [], 0)[0]:
            self.connection.close()

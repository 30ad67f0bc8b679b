"""Starts a server on this machine, for tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from importlib import import_module, util
from types import TracebackType
from typing import Self

from .errors import ServerNotStarted

READY = "greenroom ready on "
SECONDS_TO_START = 30.0
SECONDS_TO_STOP = 25.0


class LocalServer:
    """A server in a process of its own, on a free port. Use it in a `with` statement, or `stop` it.

    The binary is `binary`, else the one that GREENROOM_BINARY names, else that of the package greenroom-bin, else
    `greenroom` on the PATH. Settings in the environment are not handed on to it; `options` are those of `serve`.
    """

    def __init__(self, binary: str | None = None, options: Sequence[str] = ()) -> None:
        self.binary = binary or find_binary()
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 (stop closes it)
        try:
            self.process = subprocess.Popen(
                [self.binary, "serve", "--port", "0", *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self.log,
                text=True,
                env={name: value for name, value in os.environ.items() if not name.startswith("GREENROOM_")},
            )
        except OSError as error:
            raise ServerNotStarted(f"{self.binary} cannot be run: {error.strerror}") from error
        self.url = self._wait()

    def _wait(self) -> str:
        """The address in the line that says that the server is ready."""
        impatient = threading.Timer(SECONDS_TO_START, self.process.kill)
        impatient.start()
        try:
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
        finally:
            impatient.cancel()
        # With GREENROOM_LOG_FORMAT=json it is the message of an object.
        if READY in line:
            return line.partition(READY)[2].split()[0].partition('"')[0]
        self.process.kill()
        code = self.process.wait()
        self.log.seek(0)
        said = (line + self.log.read()).strip()[-2000:]
        raise ServerNotStarted(f"{self.binary} serve did not become ready (exit code {code}): {said}")

    def stop(self) -> int:
        """Stops the server; gives its exit code."""
        self.process.terminate()
        try:
            code = self.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def find_binary() -> str:
    """The binary of the server on this machine."""
    named = os.environ.get("GREENROOM_BINARY")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ServerNotStarted(f"GREENROOM_BINARY is {named}, which is no program that can be run")
        return found
    if util.find_spec("greenroom_bin") is not None:
        return str(import_module("greenroom_bin").path())
    found = shutil.which("greenroom")
    if found is None:
        raise ServerNotStarted(
            "no Greenroom was found. Set GREENROOM_SERVER to the address of a server that runs,"
            " or GREENROOM_BINARY to the binary (make release builds .build/release/greenroom),"
            " or put greenroom on the PATH, or install the wheel of greenroom-bin (make wheels)"
        )
    return found

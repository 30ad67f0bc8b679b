"""The binary of Greenroom."""

import os
import sys
from pathlib import Path

__all__ = ["main", "path"]


def path() -> Path:
    """Where the binary is."""
    return Path(__file__).with_name("greenroom")


def main() -> None:
    """The command `greenroom`: becomes the binary."""
    binary = str(path())
    os.execv(binary, [binary, *sys.argv[1:]])

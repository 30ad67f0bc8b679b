"""Limits how much of a processor servers get, with the cgroups of the machine: version 1 or 2, as root."""
import os
import pathlib

PERIOD = 100_000


class Quota:
    """A group of processes that gets part of one core. Use it as a context; `add` puts a process in."""

    def __init__(self, name, cores):
        self.limit = int(cores * PERIOD)
        first = pathlib.Path("/sys/fs/cgroup/cpu")
        self.is_first = first.is_dir()
        self.folder = (first if self.is_first else pathlib.Path("/sys/fs/cgroup")) / f"greenroom-bench-{os.getpid()}-{name}"

    def __enter__(self):
        self.folder.mkdir()
        if self.is_first:
            (self.folder / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self.folder / "cpu.cfs_quota_us").write_text(str(self.limit))
        else:
            (self.folder / "cpu.max").write_text(f"{self.limit} {PERIOD}")
        return self

    def add(self, process):
        (self.folder / "cgroup.procs").write_text(str(process))

    def __exit__(self, *_):
        # Its processes have ended.
        self.folder.rmdir()


def is_possible():
    """Whether such groups can be made here."""
    try:
        with Quota("trial", 1):
            return True
    except OSError:
        return False

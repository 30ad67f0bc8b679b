"""Says of the wheel that it is for one platform, and for every Python; `auditwheel` says then which glibc it needs."""

import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BINARY = "src/greenroom_bin/greenroom"


class WheelTag(BuildHookInterface[Any]):
    """Sets the tag of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling passes it)
        """Called before the wheel is built."""
        if not (Path(self.root) / BINARY).is_file():
            raise FileNotFoundError(f"{BINARY} is missing: dev/make-wheels puts it there, in a copy of this folder")
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"

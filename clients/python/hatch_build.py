"""Makes models.py before the package is built from a clone; an sdist has it already."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MakeModels(BuildHookInterface[Any]):
    """Runs generate_models.py where it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling passes them)
        """Called before each build."""
        generator = Path(self.root) / "generate_models.py"
        if generator.is_file():
            runpy.run_path(str(generator), run_name="__main__")

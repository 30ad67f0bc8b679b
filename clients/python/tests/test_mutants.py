"""That faults of a small SDK fail its suite, and that the reports name their causes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SDK = Path(__file__).parent / "uploads"
# What stands in the SDK, what stands there in a mutant, and what the report of the suite must then say.
MUTANTS = {
    "task not ended": (
        "self.app.end_background_task(self.task)",
        "pass",
        r"finding backgroundTaskLeaked \(error\): 1 background task was never ended, first upload",
    ),
    "not saved": (
        "        self.save()\n        if self.waiting",
        "        if self.waiting",
        r"finding dataLoss \(error\): the process ended with 2 unsaved changes\. Save in sceneDidEnterBackground",
    ),
    "not rescheduled": (
        "        self.schedule_refresh()\n        self.upload",
        "        self.upload",
        r"pending task requests: none \(last: com\.example\.uploads\.refresh completed at ",
    ),
    "no task begun": (
        'self.task = self.app.begin_background_task("upload", self.out_of_time)',
        "pass",
        r"UploadQueue\.uploaded was due at .* and has not run: the process is suspended, and no background task",
    ),
    "completion forgotten": (
        "self.app.complete_fetch(push)",
        "pass",
        r"finding completionHandlerMissing \(error\): remoteNotification was not completed in time",
    ),
    "identifier misspelt": (
        "submit_task_request(REFRESH",
        'submit_task_request("com.example.upload.refresh"',
        r"taskRequest com\.example\.upload\.refresh refused .*BGTaskSchedulerPermittedIdentifiers does not contain",
    ),
    "setTaskCompleted forgotten": (
        "self.app.complete_task(REFRESH)",
        "pass",
        r"com\.example\.uploads\.refresh was launched at .*, and setTaskCompleted\(success:\) has not been called",
    ),
}


def run_suite(folder: Path, server: str) -> subprocess.CompletedProcess[str]:
    """Runs the SDK's own suite."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", "."],
        cwd=folder,
        env=os.environ | {"GREENROOM_SERVER": server, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def sdk(tmp_path: Path) -> Path:
    """A copy of the SDK and its suite."""
    return Path(shutil.copytree(SDK, tmp_path / "sdk", ignore=shutil.ignore_patterns("__pycache__")))


def test_the_suite_passes(sdk: Path, greenroom_server: str) -> None:
    run = run_suite(sdk, greenroom_server)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_fails_the_suite_and_is_named(sdk: Path, greenroom_server: str, name: str) -> None:
    old, new, cause = MUTANTS[name]
    code = (sdk / "upload_queue.py").read_text()
    assert code.count(old) == 1
    (sdk / "upload_queue.py").write_text(code.replace(old, new))
    run = run_suite(sdk, greenroom_server)
    assert run.returncode == 1, run.stdout + run.stderr
    assert re.search(cause, run.stdout), run.stdout

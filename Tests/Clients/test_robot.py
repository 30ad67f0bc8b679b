"""Robot Framework's AppiumLibrary drives simulated devices: the suite is phone.robot."""

from pathlib import Path

from robot import run

SUITE = Path(__file__).with_name("phone.robot")


def test_phone(listeners, tmp_path):
    failed = run(
        str(SUITE), variable=[f"APPIUM:{listeners.appium}"], outputdir=str(tmp_path), log="NONE", report="NONE"
    )
    assert failed == 0, (tmp_path / "output.xml").read_text()[-4_000:]

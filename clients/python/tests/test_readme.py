"""That the code in the README and in the guides does what they say."""

import re
from pathlib import Path

import pytest

FENCE = r"^```python\n(.*?)^```$"
BLOCKS = re.findall(FENCE, (Path(__file__).parents[1] / "README.md").read_text(), re.S | re.M)
SUITES = [block for block in BLOCKS if "def test_" in block]
SCRIPTS = [block for block in BLOCKS if "def test_" not in block]
GUIDES = sorted((Path(__file__).parents[3] / "docs" / "guides").glob("*.md"))
BLOCKS_OF_GUIDES = [block for guide in GUIDES for block in re.findall(FENCE, guide.read_text(), re.S | re.M)]
SUITES_OF_GUIDES = [block for block in BLOCKS_OF_GUIDES if "def test_" in block]


@pytest.mark.parametrize("suites", [SUITES, SUITES_OF_GUIDES], ids=["README", "guides"])
def test_the_suites_pass(
    suites: list[str], pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, greenroom_server: str
) -> None:
    monkeypatch.setenv("GREENROOM_SERVER", greenroom_server)
    pytester.makepyfile(**{f"test_{number}": suite for number, suite in enumerate(suites)})
    tests = sum(suite.count("def test_") for suite in suites)
    assert tests > 0
    pytester.runpytest_subprocess().assert_outcomes(passed=tests)


def test_the_script_prints_what_would_be_accepted(greenroom_server: str, capsys: pytest.CaptureFixture[str]) -> None:
    (script,) = SCRIPTS
    exec(script.replace("http://localhost:8080", greenroom_server), {})
    assert capsys.readouterr().out.startswith("unknown-event ['device.set")

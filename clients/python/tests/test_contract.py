"""That the tests have what every client does: each case of clients/contract under its name."""

import re
from pathlib import Path

import pytest

CONTRACT = Path(__file__).parents[2] / "contract" / "contract.yaml"
CASES = re.findall(r"^- case: (.+)$", CONTRACT.read_text(encoding="utf-8"), re.M)
TESTS = {
    name
    for file in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def test_(\w+)\(", file.read_text(encoding="utf-8"), re.M)
}


def test_the_contract_has_cases() -> None:
    assert CASES
    assert len(set(CASES)) == len(CASES)


@pytest.mark.parametrize("case", CASES)
def test_there_is_a_test_of_the_case(case: str) -> None:
    assert case.replace(" ", "_") in TESTS

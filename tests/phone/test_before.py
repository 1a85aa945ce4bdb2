"""A phone that dies while its whole database is written: the next start finds a whole one, and never a part."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from tests.cases import cases

HERE = Path(__file__).parent
PHONE = HERE.parents[1] / "phone"
PLAYED, CHANGED = "what was played", "what the new version made of it"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """What was found after each cut."""
    scratch = tmp_path_factory.mktemp("before")
    for name in ("before", "opfs"):
        script = (PHONE / f"{name}.js").read_text().replace("./opfs.js", "./opfs.mjs")
        (scratch / f"{name}.mjs").write_text(script)  # Node tells modules by their names
    for name, source in (("handles.mjs", "handles.mjs"), ("cuts.mjs", "before.mjs")):
        (scratch / name).write_text((HERE / source).read_text())
    command = [compute_driver_executable()[0], str(scratch / "cuts.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[dict[str, Any]]] = json.loads(done.stdout)
    return found


@cases(
    "what, whole",
    ("the first start, and another", {"the first"}),
    ("a version that fails, and fails again", {PLAYED}),
    ("a version that fails, and the one before", {PLAYED}),
    ("a version that succeeds, and fails at its next start", {PLAYED, CHANGED}),
    ("a version that succeeds, and its next start", {PLAYED, CHANGED}),
)
def test_wherever_it_is_cut_the_next_start_has_a_whole_database(
    told: dict[str, list[dict[str, Any]]], what: str, whole: set[str]
) -> None:
    results = told[what]
    assert len(results) > 10
    assert [one for one in results if one["found"] not in whole] == []


def test_what_was_put_back_leaves_nothing_beside_it(told: dict[str, list[dict[str, Any]]]) -> None:
    results = told["a version that fails, and fails again"]
    assert {tuple(one["rest"]) for one in results} == {(0, 0, 0)}

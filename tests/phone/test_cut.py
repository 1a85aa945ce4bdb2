"""A phone that dies in the middle of a write: what was acknowledged is there, and the database is whole."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from tests.phone.building import unpack_once

HERE = Path(__file__).parent
OPFS = HERE.parents[1] / "phone" / "opfs.js"


@pytest.fixture(scope="module")
def told(phone_folder: Path, tmp_path_factory: pytest.TempPathFactory, processes: None) -> dict[str, Any]:
    """What was called while twelve deals were written, and what was left after each cut."""
    scratch = tmp_path_factory.mktemp("cut")
    module = scratch / "opfs.mjs"  # Node tells modules by their names
    module.write_text(OPFS.read_text())
    runtime = unpack_once(phone_folder) / json.loads((phone_folder / "version.json").read_text())["runtime"]
    command = [compute_driver_executable()[0], str(HERE / "cut.mjs"), str(runtime), str(module)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_wherever_the_writing_is_cut_every_acknowledged_deal_is_there_and_the_database_is_whole(
    told: dict[str, Any],
) -> None:
    results = told["results"]
    assert len(results) > 100
    assert {one["said"] for one in results} == {"ok"}
    assert [one for one in results if not one["told"] <= one["rows"] <= one["told"] + 1] == []
    assert results[-1]["rows"] == told["rows"]


def test_a_deal_is_acknowledged_after_its_flush(told: dict[str, Any]) -> None:
    calls = told["calls"]
    for place in (number for number, call in enumerate(calls) if call == "told"):
        since = calls[:place]
        last_write = max(number for number, call in enumerate(since) if call in ("write", "truncate"))
        assert "flush" in since[last_write:], since[-6:]

"""What we depend on: every pinned version can be asked about, and each dependency is explained."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from tools import audit

ROOT = Path(__file__).parents[2]


def test_every_pin_of_the_locks_is_asked_about() -> None:
    pins = dict(audit.pinned(ROOT))
    lines = [line for name in audit.LOCKS for line in (ROOT / name).read_text().splitlines() if "==" in line]
    names = {line.partition("==")[0].partition("[")[0] for line in lines if not line.startswith((" ", "#"))}
    assert set(pins) == names
    assert all(version[0].isdigit() for version in pins.values())
    assert len(audit.asked(audit.pinned(ROOT))["queries"]) == len(audit.pinned(ROOT))


def test_an_advisory_is_told_with_its_package() -> None:
    pins = [("flask", "0.1"), ("jinja2", "3.1")]
    answer: dict[str, Any] = {"results": [{"vulns": [{"id": "PYSEC-2018-66"}]}, {}]}
    assert audit.told(pins, answer) == [
        "flask 0.1: PYSEC-2018-66  https://osv.dev/vulnerability/PYSEC-2018-66"
    ]


def test_without_a_network_it_says_so_and_ends_well(tmp_path: Path) -> None:
    code = "import tools.audit as audit; audit.ADVISORIES = 'http://127.0.0.1:9/'; raise SystemExit(audit.main())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "nothing was checked" in done.stdout

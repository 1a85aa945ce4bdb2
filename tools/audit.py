"""Ask the advisory database of the Python packages (OSV) about every version that the lock files pin, in one request.

It needs Python alone and a machine that reaches api.osv.dev by https. Elsewhere it says that nothing was checked and
exits with status 0, so that ``make audit`` may stand in any script. An advisory makes the status 1.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)", re.MULTILINE)
HOST = "api.osv.dev"
ADVISORIES = f"https://{HOST}/v1/querybatch"
PATIENCE = 20.0


def list_pins(root: Path) -> list[tuple[str, str]]:
    """Every package and version that the lock files name."""
    pins = {pin for name in LOCKS for pin in PIN.findall((root / name).read_text(encoding="utf-8"))}
    return sorted(pins)


def make_query(pins: list[tuple[str, str]]) -> dict[str, Any]:
    """The request about all of them, as the database takes it."""
    return {"queries": [{"package": {"name": n, "ecosystem": "PyPI"}, "version": v} for n, v in pins]}


def report_advisories(pins: list[tuple[str, str]], answer: dict[str, Any]) -> list[str]:
    """One line for each advisory about a version that we use."""
    return [
        f"{name} {version}: {advisory['id']}  https://osv.dev/vulnerability/{advisory['id']}"
        for (name, version), result in zip(pins, answer["results"], strict=True)
        for advisory in result.get("vulns", [])
    ]


def main() -> int:
    """Ask and report; the exit status."""
    pins = list_pins(ROOT)
    request = urllib.request.Request(
        ADVISORIES, json.dumps(make_query(pins)).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            reports = report_advisories(pins, json.load(response))
    except OSError as error:  # URLError and what connections end with
        why = getattr(error, "reason", error)
        print(f"audit: nothing was checked, for {HOST} cannot be reached from here: {why}.")
        return 0
    except (ValueError, KeyError, TypeError):
        print(f"audit: nothing was checked, for {HOST} answered something else than was asked.")
        return 0
    print("\n".join(reports) or f"audit: no advisory about any of {len(pins)} pinned versions.")
    return 1 if reports else 0


if __name__ == "__main__":
    sys.exit(main())

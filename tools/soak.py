"""Run every test marked `soak` in full and the load, and write the result, with date and commit, into docs/soak.md."""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "soak.md"
BEGIN, END = "<!-- soak: begin -->", "<!-- soak: end -->"


def main() -> int:
    """Test, measure, write down; 1 when a test failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="an expression that chooses tests, as pytest's -k")
    parser.add_argument("--no-load", action="store_true", help="leave the load out")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        status = run_tests(report, options.only)
        lines = [*heading(began), *results(report, options.only)]
    if not options.no_load:
        lines += load()
    keep(lines)
    print("\n".join(lines))
    return status


def run_tests(report: Path, only: str) -> int:
    """Run the tests of trust, and those that are tried in part elsewhere, at their full size; pytest's status.

    One more runs than there are cores, since many wait; one that asserts seconds is marked ``alone`` and has the
    machine for itself.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak", "tests", "-p", "no:cacheprovider"]
    command += [
        *("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"),
        f"--junit-xml={report}",
        "-o",
        "junit_family=xunit1",
        "-o",
        "faulthandler_timeout=3600",
        *(["-k", only] if only else []),
    ]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "SCOREKEEPER_SOAK": "1"}, check=False
    ).returncode


def heading(began: float) -> list[str]:
    """When, where and what was run."""
    commit = _git("rev-parse", "--short", "HEAD")
    changed = " with uncommitted changes" if _git("status", "--porcelain", "--untracked-files=no") else ""
    minutes, busy = (time.monotonic() - began) / 60, os.getloadavg()[2]
    at = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit `{commit}`{changed}, Python {platform.python_version()}"
    return [f"{at}, {os.cpu_count()} cores (load {busy:.0f}), {minutes:.0f} minutes.", ""]


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def results(report: Path, only: str) -> Iterator[str]:
    """How many tests passed, what they counted, and which failed."""
    if not report.exists():
        yield "The tests did not come to their end: pytest left no report."
        return
    cases = list(ElementTree.parse(report).iter("testcase"))
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = [case for case in cases if case.find("skipped") is not None]
    chosen = f" (only `{only}`)" if only else ""
    passed = len(cases) - len(failed) - len(skipped)
    yield f"{passed} tests passed{chosen}, {len(skipped)} were skipped, {len(failed)} failed."
    yield ""
    yield from ("| what | where | result |", "| --- | --- | --- |")
    for case in cases:
        where = re.search(r"\[(\w+)\]", case.get("name", ""))
        for figure in case.iter("property"):
            yield f"| {figure.get('name')} | {where[1] if where else ''} | {figure.get('value')} |"
    yield from (f"| **failed** | | `{case.get('name')}` |" for case in failed)


def load() -> Iterator[str]:
    """The figures of the load, as a table."""
    command = [sys.executable, "-m", "benchmarks.load"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    yield ""
    yield (
        done.stdout.partition("\n\n")[2].strip()
        if not done.returncode
        else f"The load was not measured:\n{done.stderr[-500:]}"
    )


def keep(lines: list[str]) -> None:
    """Put the result in its place on the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text("\n".join([before + BEGIN, "", *lines, "", END]) + after, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

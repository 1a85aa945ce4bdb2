"""Run every benchmark and print one report; `docs/bench.md` keeps the last one with its commit."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

from benchmarks import disputes, engine, leagues, phone, reading, web, writers
from benchmarks.measure import report


def main() -> None:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    print("# Measured with `make bench`\n")
    print(
        f"Commit {commit.stdout.strip() or 'unknown'}, Python {platform.python_version()}, {os.cpu_count()} cores."
    )
    print("Figures move from run to run; the ratios are measured side by side in the same run.")
    missed = [
        *report("The engine and the command line", engine.figures()),
        *report("The dispute desk", disputes.figures()),
        *report("The server", [*web.figures(), *writers.figures()]),
        *report("Reading a league's files in steps", reading.figures()),
        *report("Leagues", leagues.figures()),
        *report("The program on a phone alone", phone.figures()),
    ]
    if missed:
        sys.exit("Missed: " + "; ".join(f"{figure.label}: {figure.measured}" for figure in missed))


if __name__ == "__main__":
    main()

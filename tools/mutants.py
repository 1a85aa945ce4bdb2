"""Change one thing at a time in some rooms, and count the changes that the tests beside them do not notice."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from scorekeeper.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "mutants"
TOOL = Path(sys.executable).with_name("mutmut")
ENDLESS = "timeout"
"""A loop that has no end is noticed. So many as one in twenty are tests that mutmut could not run."""
CAUGHT = ("killed", ENDLESS)
ONE_IN = 20
"""A room fails where one change in so many lives."""


class Room(NamedTuple):
    """Code where a wrong meaning costs a deal or a league, and the tests that have to notice when it changes."""

    code: tuple[str, ...]
    tests: tuple[str, ...]


def open_game(slug: str) -> Room:
    """How a game counts, and its own tests of that."""
    code = "scoring.py" if (ROOT / f"scorekeeper/games/{slug}/scoring.py").exists() else "scoring/*"
    tests = [f"games/{slug}/test_{name}.py" for name in ("scoring", "lines", "declarations")]
    return Room((f"games/{slug}/{code}",), tuple(test for test in tests if (ROOT / "tests" / test).exists()))


ROOMS = {
    "core/scoring": Room(("core/scoring/*",), ("core/scoring",)),
    **{f"games/{slug}": open_game(slug) for slug in GAMES},
    "league": Room(
        ("league/counting.py", "league/standings.py", "league/tie_breaks.py"),
        ("league/test_counting.py", "league/test_standings.py", "league/test_rows.py"),
    ),
    # The four files that decide what a record means; the others ask the database at every step.
    "store/match/record": Room(
        tuple(f"store/match/record/{name}.py" for name in ("chain", "comparing", "incoming", "playback")),
        ("store/match/record",),
    ),
}


def main() -> int:
    """Try each room, print what lives; 1 where too much lives in some room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", default="", choices=["", *ROOMS], help="only this one")
    options = parser.parse_args()
    rooms = [options.room] if options.room else list(ROOMS)
    return max(report(name, try_room(name, ROOMS[name])) for name in rooms)


def try_room(name: str, room: Room) -> dict[str, str]:
    """What became of each change of a room, by the change's name: mutmut tries all of them anew.

    The room has a folder of its own below ``build``, with links to the checkout and the configuration of mutmut.
    """
    folder = PLACE / name.replace("/", "-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for beside in ("scorekeeper", "tests", *READ):
        (folder / beside).symlink_to(ROOT / beside)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(f"{text}\n{configure(room)}", encoding="utf-8")
    with (folder / "log").open("w", encoding="utf-8") as log:
        done = subprocess.run([TOOL, "run"], cwd=folder, stdout=log, stderr=log, check=False)
    if done.returncode:
        sys.exit(f"{name}: mutmut did not come to its end; its words are in {log.name}")
    listed = subprocess.run(
        [TOOL, "results", "--all", "true"], cwd=folder, capture_output=True, text=True, check=True
    )
    return dict(line.strip().rsplit(": ", 1) for line in listed.stdout.splitlines())


READ = ("templates", "static")
"""What the program reads beside its modules; mutmut copies it too."""
WITHOUT = "not chromium and not postgresql and not process and not soak and not hypothesis"
"""Tests that take long, and those that draw their examples: what they notice today may live tomorrow."""
PYTEST = ("-n", "0", "-q", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=0", "-m", WITHOUT)


def configure(room: Room) -> str:
    """The configuration of mutmut, which it wants in pyproject.toml."""
    table = {
        "source_paths": ["scorekeeper"],
        "only_mutate": [f"scorekeeper/{path}" for path in room.code],
        "also_copy": list(READ),
        "pytest_add_cli_args": list(PYTEST),
        "pytest_add_cli_args_test_selection": [f"tests/{path}" for path in room.tests],
        # an assertion says what cannot be otherwise; its words are not read
        "do_not_mutate_patterns": [r"^\s*assert "],
        # each change meets caches that no test has filled before
        "process_isolation": "forkserver",
        "timeout_constant": 5.0,
        "use_git_change_detection": False,
    }
    return "\n".join(["[tool.mutmut]", *(f"{key} = {json.dumps(value)}" for key, value in table.items()), ""])


def report(name: str, became: dict[str, str]) -> int:
    """Print how many changes of a room live, and which; 1 where they are too many, or too many had no end."""
    alive = {change: status for change, status in became.items() if status not in CAUGHT}
    endless = sum(status == ENDLESS for status in became.values())
    share = len(alive) / len(became)
    ended = f", {endless} without an end" if endless else ""
    print(f"{name}: {len(became)} changes, {len(alive)} alive ({share:.1%}){ended}", flush=True)
    for change, status in alive.items():
        print(f"  {change}{'' if status == 'survived' else f' ({status})'}")
    return int(max(len(alive), endless) / len(became) >= 1 / ONE_IN)


if __name__ == "__main__":
    sys.exit(main())

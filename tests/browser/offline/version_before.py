"""The release before this one, taken from the history of this checkout, so that its phones can be upgraded."""

import json
import os
import re
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

RELEASES = {"the last before 1.0": "bc0eb8a263ca62d2c1745d4648463b4e5c4dac84"}
"""The last commits of releases before this one; a release adds its own."""
CHECKOUT = Path(__file__).parents[3]
PARTS = ("pyproject.toml", "scorekeeper", "templates", "static", "tools")

ROUTES = """
import json
from scorekeeper import create_app
app = create_app({"SECRET_KEY": b"a key", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
print(json.dumps([[rule.rule, sorted(rule.methods - {"HEAD", "OPTIONS"})] for rule in app.url_map.iter_rules()]))
"""


def unpack(folder: Path, release: str) -> Path:
    """Write a release before into `folder`, its languages compiled; skip where the history does not reach it."""
    parts = _git("archive", RELEASES[release], *PARTS)
    if parts is None:
        pytest.skip(
            f"the history of this checkout does not reach the release before ({RELEASES[release]}): fetch it whole"
        )
    with tarfile.open(fileobj=BytesIO(parts)) as archive:
        archive.extractall(folder, filter="data")
    subprocess.run([sys.executable, "tools/compile_catalogues.py"], cwd=folder, check=True, env=paths(folder))
    return folder


def _git(*command: str) -> bytes | None:
    done = subprocess.run(["git", *command], cwd=CHECKOUT, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def paths(folder: Path) -> dict[str, str]:
    """The environment in which the program of `folder` is the one that runs."""
    return {**os.environ, "PYTHONPATH": str(folder)}


def routes(folder: Path | None = None) -> set[tuple[str, str]]:
    """Each method and address that a program answers, without the names of what varies."""
    environment = paths(folder) if folder else None
    told = subprocess.run(
        [sys.executable, "-c", ROUTES],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    rules = json.loads(told.stdout)
    return {(method, re.sub(r"<[^>]+>", "<>", rule)) for rule, methods in rules for method in methods}

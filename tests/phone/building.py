"""The folder of `make phone`, built once for a run, and the browser's Python in it, which Playwright's Node runs.

What runs inside is a module of the tests with a function ``answer``: JSON in, JSON out. It imports the program from the
folder, and of the tests only what needs nothing else.
"""

import fcntl
import json
import lzma
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.programs import PATIENCE, absent, assert_marked
from tools.phone.packing import digest

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("pyodide.mjs")


def build_once(run: Path) -> Path:
    """The folder, below what the workers of a run share; the first that asks builds it, and the others wait."""
    folder = run / "phone"
    with locked(folder):
        if not (folder / "version.json").exists():
            _build(folder)
    return folder


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One worker at a time makes a folder that all of them look into."""
    with folder.with_suffix(".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def unpack_once(folder: Path) -> Path:
    """The files as a phone keeps them, by their own names; the first that asks unpacks them."""
    kept = folder.with_name("kept")
    with locked(kept):
        if not kept.exists():
            beside = folder.with_name("unpacking")
            for file in json.loads((folder / "version.json").read_text(encoding="utf-8"))["files"]:
                place = beside / (file["kept"] or "index.html")
                place.parent.mkdir(parents=True, exist_ok=True)
                data = (folder / file["fetched"]).read_bytes()
                place.write_bytes(lzma.decompress(data) if file["packed"] else data)
            beside.rename(kept)
    return kept


def lighten_once(folder: Path) -> Path:
    """The folder with nothing packed in it, for tests of what comes after; the first that asks makes it."""
    light = folder.with_name("light")
    with locked(light):
        if not light.exists():
            beside = folder.with_name("lightening")
            shutil.copytree(folder, beside)
            said = json.loads((beside / "version.json").read_text(encoding="utf-8"))
            for file in said["files"]:
                if file["packed"]:
                    data = lzma.decompress((beside / file["fetched"]).read_bytes())
                    (beside / file["fetched"]).write_bytes(data)
                    file.update(packed=False, digest=digest(data), bytes=len(data))
            (beside / "version.json").write_text(json.dumps(said), encoding="utf-8")
            beside.rename(light)
    return light


def _build(folder: Path) -> None:
    from tools.phone import fetching  # here, as Playwright's driver comes with it
    from tools.phone.__main__ import build

    assert_marked()
    try:
        fetching.fetch_runtime()
        fetching.fetch_packages()
    except (OSError, subprocess.CalledProcessError) as error:
        absent(f"the phone's Python is neither in {fetching.cache()} nor at the registries ({error})")
    build(folder)


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder that all workers of this run share, and no other run."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def ask_inside(folder: Path, scratch: Path, module: str, given: Any, patience: float = PATIENCE) -> Any:
    """What a module's ``answer`` says in the browser's Python, which starts for this question alone."""
    from playwright._impl._driver import compute_driver_executable

    assert_marked()
    (scratch / "given.json").write_text(json.dumps(given), encoding="utf-8")
    places = (str(folder / "version.json"), str(unpack_once(folder)), str(scratch), str(ROOT))
    command = [compute_driver_executable()[0], str(RUNNER), *places, module]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads((scratch / "said.json").read_text(encoding="utf-8"))

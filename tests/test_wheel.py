"""What `pip install` gives is the same program: wheels, from the checkout and from the sdist, are used elsewhere."""

import json
import os
import re
import shutil
import signal
import site
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

from scorekeeper import create_app
from tests.cases import cases
from tests.documents import match_document
from tests.phone.building import locked, shared_folder
from tests.programs import PATIENCE, free_port

ROOT = Path(__file__).resolve().parent.parent
MATCH = match_document(
    "kani",
    ["Þórdís", "Georgi", "Iñaki", "Ana"],
    [{"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}],
)
NOT_SHIPPED = ("__pycache__", ".pyc", ".part", ".mo")


@pytest.fixture(scope="module", params=["checkout", "sdist"])
def wheel(request: pytest.FixtureRequest, processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel made from the checkout, and the one made from what the sdist unpacks to; each once for all workers."""
    folder = shared_folder(tmp_path_factory) / f"wheel-{request.param}"
    with locked(folder):
        if not folder.exists():
            source = ROOT if request.param == "checkout" else unpacked_sdist(folder / "sdist")
            build_wheel(source, folder)
    (built,) = folder.glob("scorekeeper-*.whl")
    return built


def build_wheel(source: Path, folder: Path) -> None:
    """Write the wheel of a checkout, or of what looks like one, into a folder."""
    folder.mkdir(exist_ok=True)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(source)], check=True, cwd=folder)


def unpacked_sdist(folder: Path) -> Path:
    """The folder that the sdist of this checkout unpacks to."""
    folder.mkdir(parents=True)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(build, check=True, cwd=ROOT, capture_output=True)
    (archive,) = folder.glob("scorekeeper-*.tar.gz")
    shutil.unpack_archive(archive, folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The `bin` folder of a fresh environment that has the wheel, and sees the dependencies of this one."""
    folder = wheel.parent / "installed"
    with locked(folder):
        if not folder.exists():
            install_wheel(wheel, folder)
    return folder / "bin"


def install_wheel(wheel: Path, folder: Path) -> None:
    """Make the environment."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    install = ["--python", python, "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n")


def elsewhere(folder: Path) -> dict[str, str]:
    """An environment in which nothing points at this checkout."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SCOREKEEPER_"))
    }
    return {**kept, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "PYTHONUTF8": "1"}


def files_below(folder: str) -> set[str]:
    """The shipped files of a folder of the checkout, by their paths from its root."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not any(mark in path.as_posix() for mark in NOT_SHIPPED)
    }


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    pages = {f"scorekeeper/{name}" for folder in ("templates", "static") for name in files_below(folder)}
    assert len(pages) > 100
    assert not (files_below("scorekeeper") | pages) - names
    assert not {
        name for name in names if name.startswith("instance/") or name.endswith((".db", "secret_key"))
    }


@cases(
    "pattern",
    "scorekeeper/templates/*.html",
    "scorekeeper/static/*.css",
    "scorekeeper/build/static/*/js/entering.js.br",
    "scorekeeper/games/*/rulebook/en.toml",
    "scorekeeper/games/*/examples.toml",
    "scorekeeper/games/*/irregularities.toml",
    "scorekeeper/core/disputes/customs.toml",
    "scorekeeper/store/migrations/versions/*.py",
    *(
        f"scorekeeper/translations/{language}/LC_MESSAGES/messages.mo"
        for language in ("bg", "is", "eu", "es")
    ),
    "scorekeeper/py.typed",
    "*/licenses/LICENSE",
)
def test_the_wheel_has(wheel: Path, pattern: str) -> None:
    assert [name for name in zipfile.ZipFile(wheel).namelist() if fnmatch(name, pattern)]


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_file_is_scored_where_there_is_no_checkout(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(json.dumps(MATCH), encoding="utf-8")
    run = subprocess.run(
        [str(installed / "scorekeeper"), "score", "match.json"],
        cwd=tmp_path,
        env=elsewhere(tmp_path),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stderr
    assert "Þórdís" in run.stdout
    assert "9" in run.stdout


@pytest.mark.left_to_soak(but_one_in=2)
def test_the_server_runs_where_there_is_no_checkout(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    start = f"from scorekeeper.server.supervisor import serve; raise SystemExit(serve(host='127.0.0.1', port={port}))"
    server = subprocess.Popen(
        [str(installed / "python"), "-c", start],
        cwd=tmp_path,
        env=elsewhere(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        page = fetch(server, port, "/")
        assert "<html" in page
        style, *_ = re.findall(r'href="(/static/[^"]+\.css[^"]*)"', page)
        assert "--paper" in fetch(server, port, style)
        assert "<form" in fetch(server, port, "/start/belot")
    finally:
        server.send_signal(signal.SIGTERM)
        output = server.communicate(timeout=PATIENCE)[0]
    data = tmp_path / "data" / "scorekeeper"
    assert (data / "scorekeeper.db").exists(), output
    assert (data / "secret_key").exists()
    assert str(data) in output


def fetch(server: subprocess.Popen[str], port: int, path: str) -> str:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # without any proxy
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if server.poll() is not None:
            pytest.fail(f"the server ended: {server.communicate()[0]}")
        try:
            with direct.open(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as response:
                page: str = response.read().decode()
                return page
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"the server did not answer within {PATIENCE:.0f} s")


@pytest.mark.skipif(
    shutil.which("git") is None, reason="git tells what the repository keeps, and it is absent"
)
def test_nothing_compiled_and_nothing_of_a_player_is_kept_in_the_repository() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a git checkout")
    kept = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    assert [name for name in kept if name.startswith("instance/")] == ["instance/.gitkeep"]
    assert not [name for name in kept if name.endswith((".mo", ".pyc", ".db"))]


@pytest.mark.long
def test_an_editable_install_has_no_copies_of_the_pages() -> None:
    assert not [name for name in ("templates", "static") if (ROOT / "scorekeeper" / name).exists()]
    assert Path(create_app({"SECRET_KEY": "x"}).static_folder or "") == ROOT / "static"

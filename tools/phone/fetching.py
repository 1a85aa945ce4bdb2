"""What the phone program is made of and is not ours: fetched once, checked by digests, kept for the next build."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LOCK = ROOT / "phone.lock"
PATIENCE = 60.0
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s\\;]+)", re.MULTILINE)


def _wheels_for(platform: str, implementation: str, abi: str, version: str) -> tuple[str, ...]:
    """What pip is told of the machine that it fetches for."""
    machine = ("--platform", platform, "--implementation", implementation)
    return (*machine, "--abi", abi, "--python-version", version)


PURE = _wheels_for("any", "py", "none", "3.14")
NATIVE = _wheels_for("manylinux2014_x86_64", "cp", "cp311", "3.11")
HALF_NATIVE = ("markupsafe", "rjsmin")
"""Their wheels carry a part in C, and do without it where it is missing."""


class Runtime(NamedTuple):
    """The pinned CPython for browsers, as pyodide.toml says it."""

    version: str
    address: str
    sha512: str
    source: str
    licence: str


def cache() -> Path:
    """Where fetched files are kept between builds: the user's cache, as XDG names it."""
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    folder = (Path(xdg) if os.path.isabs(xdg) else Path.home() / ".cache") / "scorekeeper" / "phone"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def runtime() -> Runtime:
    return Runtime(**tomllib.loads((HERE / "pyodide.toml").read_text(encoding="utf-8")))


def fetch_runtime() -> Path:
    """The folder of the unpacked runtime; what came is compared with the pin before a byte of it is used."""
    pin = runtime()
    folder = cache() / f"pyodide-{pin.version}"
    if folder.is_dir():
        return folder
    archive = cache() / f"pyodide-{pin.version}.tgz"
    print(f"Fetching {pin.address} …", flush=True)
    with urllib.request.urlopen(pin.address, timeout=PATIENCE) as came:
        data = came.read()
    checksum = base64.b64encode(hashlib.sha512(data).digest()).decode()
    if checksum != pin.sha512:
        raise SystemExit(
            f"{pin.address} is not the file that tools/phone/pyodide.toml names: sha512 {checksum}"
        )
    archive.write_bytes(data)
    beside = folder.with_suffix(".part")
    shutil.rmtree(beside, ignore_errors=True)
    with tarfile.open(archive) as opened:
        opened.extractall(beside, filter="data")
    (beside / "package").replace(folder)
    shutil.rmtree(beside)
    archive.unlink()
    return folder


def pins() -> dict[str, str]:
    """The packages of phone.lock and their versions."""
    return dict(PIN.findall(LOCK.read_text(encoding="utf-8")))


def fetch_packages() -> Path:
    """The folder with a wheel of every package of phone.lock; pip compares each with its digest."""
    lock = LOCK.read_text(encoding="utf-8")
    folder = cache() / f"wheels-{hashlib.sha256(lock.encode()).hexdigest()[:16]}"
    if folder.is_dir():
        return folder
    beside = folder.with_suffix(".part")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    print(f"Fetching {len(pins())} packages …", flush=True)
    pure = [name for name in pins() if name not in HALF_NATIVE]
    for names, kind in ((pure, PURE), (list(HALF_NATIVE), NATIVE)):
        part = beside / "part.txt"
        part.write_text("\n".join(_entry(lock, name) for name in names) + "\n", encoding="utf-8")
        download(beside, kind, "--require-hashes", "--requirement", str(part))
        part.unlink()
    beside.rename(folder)
    return folder


def _entry(lock: str, name: str) -> str:
    match = re.search(rf"^{re.escape(name)}==.+(?:\n +.+)*", lock, re.MULTILINE)
    assert match is not None, "its name was read there"
    return match[0]


def download(folder: Path, kind: tuple[str, ...], *requirements: str) -> None:
    """Have pip fetch wheels into a folder."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *kind]
    subprocess.run([*command, "--dest", str(folder), *requirements], check=True)


def unpack(wheels: Path, folder: Path) -> None:
    """Every wheel side by side, as they stand in a folder of packages."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(folder)

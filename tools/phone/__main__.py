"""Writes build/phone: `python -m tools.phone [FOLDER]`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

from playwright._impl._driver import compute_driver_executable

from scorekeeper import create_app
from scorekeeper.core.text import render
from scorekeeper.phone.program import PAGES
from scorekeeper.phone.words import WORDS
from scorekeeper.store import engine, migrate
from scorekeeper.translations.catalogues import LANGUAGES, catalogue
from scorekeeper.web.site import assets
from scorekeeper.web.site import files as own_files
from tools.phone import choosing, compiling, fetching, licences, lightening, packing
from tools.phone.packing import Packed, digest, pack

ROOT = fetching.ROOT
SHELL = ROOT / "phone"
WORKER = ("python.js", "opfs.js", "before.js")
"""What runs beside Python. The other files of the folder are the window's."""
WINDOW = (
    "shell.css",
    "shell.js",
    "along.js",
    "kept.js",
    "notice.js",
    "version.js",
    "unpacking.js",
    "manifest.webmanifest",
)
DECODER = "lzma1-0.3.0"
DEBUG_INFO = re.compile(r"^debug_info = '.*'$", re.MULTILINE)
"""Which lines of a template the lines of its module come from."""
OWN = ("program.pack", *WORKER)
"""What changes from build to build."""
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-apple.png", "icon-maskable.png")


def build(folder: Path) -> None:
    """Write the folder anew. What is fetched and compiled is kept, so that only what changed is done again."""
    runtime, wheels = fetching.fetch_runtime(), fetching.fetch_packages()
    beside = folder.with_name(f".{folder.name}")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        packages = _gather_packages(wheels, Path(scratch))
        parts = {
            **{name: lightening.lighten(name, (runtime / name).read_bytes()) for name in RUNTIME},
            "python_stdlib.zip": _gather_stdlib(runtime, Path(scratch)),
            "pyodide-lock.json": _empty_lock(runtime),
        }
        program = {
            "program.pack": packing.join(_gather_program(runtime, Path(scratch))),
            "packages.pack": packing.join(packages),
            **{name: (SHELL / name).read_bytes() for name in WORKER},
        }
    files = [*_pack_group(beside, "runtime", parts), *_pack_group(beside, "program", program)]
    window = _write_window(beside, runtime, wheels)
    description = {
        "version": digest("".join(file.digest for file in (*files, *window)).encode())[: packing.LETTERS],
        "schema": migrate.head(),
        "runtime": files[0].kept.partition("/")[0] + "/",
        "program": files[-1].kept.partition("/")[0] + "/",
        "files": [*map(_describe, files), *map(_describe, window)],
    }
    (beside / "version.json").write_text(json.dumps(description, indent=1), encoding="utf-8")
    shutil.copy(SHELL / "service.js", beside)
    shutil.rmtree(folder, ignore_errors=True)
    beside.rename(folder)
    _report(folder, [*files, *window])


def _describe(file: Packed) -> dict[str, object]:
    packed = file.fetched.startswith("packed/")
    description = {
        "fetched": file.fetched,
        "kept": file.kept,
        "kind": file.kind,
        "digest": file.digest,
        "bytes": file.bytes,
        "packed": packed,
        "lasts": packed,
    }
    return {**description, "policy": WORKER_POLICY} if file.kept.endswith("/python.js") else description


def _pack_group(folder: Path, name: str, parts: dict[str, bytes]) -> list[Packed]:
    """Files that belong together lie in a folder named by all of them, so that no two versions mix."""
    place = (
        f"{name}-{digest(''.join(digest(content) for content in parts.values()).encode())[: packing.LETTERS]}"
    )
    return [pack(folder, f"{place}/{part}", data, part not in OWN) for part, data in parts.items()]


def _gather_packages(wheels: Path, scratch: Path) -> dict[str, bytes]:
    site = scratch / "site"
    fetching.unpack(wheels, site)
    wanted = choosing.list_wanted(site)
    return _compile_wanted(site, wanted, _find_compiled(wheels.name, wanted), scratch)


def _gather_program(runtime: Path, scratch: Path) -> dict[str, bytes]:
    """The project as its wheel holds it, compiled, and an empty database of its schema."""
    site = scratch / "own"
    shutil.copytree(ROOT / "scorekeeper", site / "scorekeeper", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("templates", "static"):
        shutil.copytree(ROOT / name, site / "scorekeeper" / name)
    _write_templates(site / "scorekeeper")
    files = _compile_wanted(site, choosing.list_wanted(site), None, scratch)
    for migration in (site / "scorekeeper/store/migrations/versions").glob("*.py"):
        name = migration.relative_to(site).as_posix()
        files[name] = migration.read_bytes()  # Alembic finds them by the names of their sources
        files.pop(f"{name}c")
    for name in [path for path in files if own_files.VENDORED in path and path.endswith(".js")]:
        files[name] = assets.make_small(files[name].decode()).encode()
    about = f"Metadata-Version: 2.1\nName: scorekeeper\nVersion: {version('scorekeeper')}\n".encode()
    return {**files, "scorekeeper.dist-info/METADATA": about, "empty.db": _make_empty(scratch)}


def _write_templates(package: Path) -> None:
    """Modules in place of the templates, so that no phone reads and compiles its pages anew after each start."""
    app = create_app({"SECRET_KEY": b"no page is asked for", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    app.jinja_env.compile_templates(package / PAGES, zip=None, ignore_errors=False)
    for page in (package / PAGES).glob("*.py"):  # which lines of the template these were, no phone tells
        page.write_text(DEBUG_INFO.sub("debug_info = ''", page.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.rmtree(package / "templates")


def _find_compiled(name: str, wanted: list[str]) -> Path:
    """Where byte code is kept between builds: elsewhere when it is of other files, or made in another way."""
    ways = (Path(str(module.__file__)).read_bytes() for module in (compiling, lightening))
    key = digest("\n".join(wanted).encode() + b"".join(ways))[: packing.LETTERS]
    return fetching.cache() / f"{name}-{key}"


def _compile_wanted(site: Path, wanted: list[str], kept: Path | None, scratch: Path) -> dict[str, bytes]:
    """The files by their names, each module as byte code of the browser's Python."""
    target = kept or Path(tempfile.mkdtemp(dir=scratch))
    if kept is None or not (kept / ".whole").exists():
        sources = Path(tempfile.mkdtemp(dir=scratch))
        for name in (path for path in wanted if path.endswith(".py")):
            place = sources / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(lightening.lighten(name, (site / name).read_bytes()))
        compile_all(sources, target, lines=kept is None)
        (target / ".whole").touch()
    return dict(_read_made(site, target, name) for name in wanted)


def _read_made(site: Path, target: Path, name: str) -> tuple[str, bytes]:
    if name.endswith(".py"):
        return f"{name}c", (target / name).with_suffix(".pyc").read_bytes()
    return name, lightening.lighten(name, (site / name).read_bytes())


def compile_all(source: Path, target: Path, lines: bool) -> None:
    """Have the browser's own Python compile every module of a folder into another, with its lines or without."""
    target.mkdir(parents=True, exist_ok=True)
    node = compute_driver_executable()[0]
    here = Path(__file__).parent
    places = (str(fetching.fetch_runtime()), str(here), str(source), str(target), str(lines))
    subprocess.run([node, str(here / "compile.mjs"), *places], check=True, stdout=subprocess.DEVNULL)


def _empty_lock(runtime: Path) -> bytes:
    """The runtime's list of packages that it could fetch: none, since ours come with the program."""
    lock = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}}).encode()


def _gather_stdlib(runtime: Path, scratch: Path) -> bytes:
    """The standard library without what a phone never opens, compiled, and not packed twice."""
    site = scratch / "stdlib"
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as opened:
        opened.extractall(site)
    names = sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())
    wanted = [name for name in names if choosing.is_wanted_of_stdlib(name)]
    files = _compile_wanted(site, wanted, _find_compiled(f"{runtime.name}-stdlib", wanted), scratch)
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


def _make_empty(scratch: Path) -> bytes:
    """A database of today's schema with nothing in it, so that no phone runs every migration there ever was."""
    file = scratch / "empty.db"
    with patch.dict(os.environ, {engine.ALONE_VARIABLE: "1"}):
        migrate.upgrade(f"sqlite:///{file}")
    return file.read_bytes()


def _write_window(folder: Path, runtime: Path, wheels: Path) -> list[Packed]:
    """The files of the window, which are fetched by their own names."""
    words = {code: _say(code) for code in LANGUAGES}
    words_json = json.dumps(words, ensure_ascii=False)
    shell = (SHELL / "index.html").read_text(encoding="utf-8")
    texts = {
        "": shell.replace("{words}", words_json.replace("<", "\\u003c")),
        **{name: (SHELL / name).read_text(encoding="utf-8") for name in WINDOW},
        "words.json": words_json,
    }
    about = licences.write(runtime, wheels).encode()
    (folder / "licences.html").write_bytes(about)  # for those who ask the host
    files: dict[str, bytes] = {name: text.encode() for name, text in texts.items()}
    files.update({name: (ROOT / "static" / name).read_bytes() for name in ICONS})
    vendor = ROOT / "static" / "vendor"
    files.update({f"{DECODER}/{file.name}": file.read_bytes() for file in (vendor / DECODER).glob("*.js")})
    return [
        *(_write_plain(folder, name, data) for name, data in files.items()),
        pack(folder, "licences.html", about),
    ]


def _write_plain(folder: Path, name: str, data: bytes) -> Packed:
    fetched = name or "index.html"
    (folder / fetched).parent.mkdir(exist_ok=True)
    (folder / fetched).write_bytes(data)
    kind = packing.KINDS.get(Path(fetched).suffix, "application/manifest+json")
    return Packed(fetched, name, kind, digest(data), len(data), len(data))


def _say(code: str) -> dict[str, str]:
    return {name: render(text, None if code == "en" else catalogue(code)) for name, text in WORDS.items()}


def _report(folder: Path, files: Iterable[Packed]) -> None:
    """Print what is fetched, largest first, and how much that is."""
    listed = sorted(files, key=lambda file: -file.bytes)
    for file in listed[:8]:
        print(f"{file.bytes / 1e6:7.2f} MB  {file.kept or 'index.html'}")
    print(f"{sum(file.bytes for file in listed) / 1e6:7.2f} MB  in all, in {folder}")


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "phone").absolute())

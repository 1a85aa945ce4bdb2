"""The page of licences: what the program on a phone is made of, by whose leave, and where its sources are."""

from __future__ import annotations

import re
import tomllib
import zipfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from tools.phone import fetching

LICENCE_FILE = re.compile(
    r"(^|/)(licen[cs]e|copying|notice|authors)([.\-_][^/]*)?$|/licen[cs]es/", re.IGNORECASE
)


class Part(NamedTuple):
    """One thing that the folder holds: what it is, its licence, where it comes from, and the licence's text."""

    name: str
    version: str
    licence: str
    address: str
    text: str
    note: str = ""


def list_parts(runtime: Path, wheels: Path) -> Iterator[Part]:
    """Everything in the folder, in the order in which the page shows it."""
    own = (fetching.ROOT / "LICENSE").read_text(encoding="utf-8")
    yield Part("Scorekeeper", "", "MIT", "", own)
    pin = fetching.runtime()
    changed = "Its fdatasync asks the file system, and its standard library is compiled and holds less."
    yield Part("Pyodide", pin.version, pin.licence, pin.source, "https://mozilla.org/MPL/2.0/", changed)
    yield Part(
        "CPython",
        "3.14",
        "PSF-2.0",
        "https://github.com/python/cpython",
        "https://docs.python.org/3/license.html",
    )
    yield Part("SQLite", "", "blessing", "https://sqlite.org/src", "SQLite is in the public domain.")
    for wheel in sorted(wheels.glob("*.whl")):
        yield _read_wheel(wheel)
    yield from list_vendored()


def list_vendored() -> Iterator[Part]:
    """The scripts of others, each package once."""
    folder = fetching.ROOT / "static" / "vendor"
    listed = tomllib.loads((folder / "vendored.toml").read_text(encoding="utf-8"))
    for package in {package["name"]: package for package in listed.values()}.values():
        text = (folder / package["licence_text"]).read_text(encoding="utf-8")
        yield Part(
            package["name"],
            package["version"],
            package["licence"],
            package["home"],
            text,
            "Its comments are left out.",
        )


def _read_wheel(wheel: Path) -> Part:
    """What a package says of itself."""
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        about = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = opened.read(about).decode("utf-8", "replace").partition("\n\n")[0]
        texts = [opened.read(name).decode("utf-8", "replace") for name in names if _is_licence(name)]

    def find(field: str) -> str:
        match = re.search(rf"^{field}: (.+)$", metadata, re.MULTILINE)
        return match[1].strip() if match else ""

    kinds = re.findall(r"^Classifier: License :: (?:OSI Approved :: )?(.+)$", metadata, re.MULTILINE)
    licence = find("License-Expression") or find("License") or ", ".join(kinds)
    places = re.findall(r"^Project-URL: [^,]+, (https://\S+)$", metadata, re.MULTILINE)
    address = next((place for place in places if "git" in place), find("Home-page") or (places or [""])[0])
    return Part(find("Name"), find("Version"), licence, address, "\n\n".join(texts))


def _is_licence(name: str) -> bool:
    return bool(LICENCE_FILE.search(name)) and not name.endswith((".py", "/"))


def write(runtime: Path, wheels: Path) -> str:
    """The page. A part without a licence stops the build."""
    pieces = []
    for part in list_parts(runtime, wheels):
        if not part.licence:
            raise SystemExit(f"{part.name} names no licence: look at tools/phone/licences.py.")
        source = f' · <a href="{escape(part.address)}">{escape(part.address)}</a>' if part.address else ""
        note = f"<p>{escape(part.note)}</p>" if part.note else ""
        pieces.append(
            f"<h2>{escape(part.name)} {escape(part.version)}</h2>\n<p>{escape(part.licence)}{source}</p>\n{note}"
            f"<details><summary>Text</summary><pre>{escape(part.text)}</pre></details>\n"
        )
    page = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    return page.replace("{parts}", "".join(pieces))

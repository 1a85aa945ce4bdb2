"""Our own scripts and style sheets as they are sent: which there are, which version they are, and what is in each.

`tools/pack_files.py` makes them small and packs them beforehand, into a folder named by their version; where that was
not done, or a file was changed since, they are made small when they are asked for. Nothing here needs Flask, so that
the tool needs none.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from scorekeeper.web.site import joining

PAGE_PARTS = ("notice", "empty", "head")
SHEET_PARTS = ("strip", "line", "badge", "winner")
DESK_PARTS = (
    "key",
    "seats",
    "suits",
    "small",
    "boxes",
    "stepper",
    "three_way",
    "keypad",
    "table",
    "calls",
    "counts",
    "ruling",
)
ENTRY_PARTS = ("key", "seats", "suits", "small", "boxes", "says", "keypad", "foot")
TOGETHER = {
    "style.css": ("tokens.css", "style.css", *(f"parts/{part}.css" for part in PAGE_PARTS)),
    "match.css": ("match.css", "parts/drawer.css", "follow.css", "outbox.css"),
    "sheet.css": (
        "sheet.css",
        "agreed.css",
        "drawer_list.css",
        *(f"parts/{part}.css" for part in SHEET_PARTS),
    ),
    "desk.css": ("desk.css", *(f"parts/{part}.css" for part in DESK_PARTS)),
    "entry.css": ("entry.css", *(f"parts/{part}.css" for part in ENTRY_PARTS)),
}
"""Style sheets that pages need together are sent as one: on a slow network every request costs more than its bytes.

A sheet that needs a part which others of its kind do not need imports it, and is sent with it.
"""
VENDORED = "vendor/"
"""Files of others, sent as they came, those that their authors did not make small without comments; ``vendored.toml``
beside them says what they are."""
MADE_SMALL = ".min.js"
KINDS = {".js": "text/javascript", ".css": "text/css"}
"""A browser reads them in the letters of the page that asks for them, UTF-8, so that no answer has to say so."""
WAYS = {"": "", "br": ".br", "gzip": ".gz"}
"""The ways in which a file lies packed, by the name that browsers give them, and how its name ends then."""
LETTERS = 10
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STYLE_IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_TIGHT = re.compile(r"(?<=[{};:,])\s+|\s+(?={)")


@lru_cache
def list_files(folder: str) -> dict[str, Path]:
    """The scripts and style sheets below a folder, by their names there, in order."""
    root = Path(folder)
    scripts_and_styles = (file for file in root.rglob("*") if file.suffix in KINDS)
    return {file.relative_to(root).as_posix(): file for file in sorted(scripts_and_styles)}


def list_sent(folder: str) -> list[str]:
    """The names under which they are sent, those that are sent inside another left out."""
    names = (*list_files(folder), *joining.JOINED)
    return sorted({name for name in names if joining.sent_as(name) == name})


@lru_cache
def digest(folder: str, name: str) -> str:
    """Ten letters that change when the file does."""
    return hashlib.sha256((Path(folder) / name).read_bytes()).hexdigest()[:LETTERS]


@lru_cache
def version(folder: str) -> str:
    """Ten letters that change when any of the scripts and style sheets does."""
    digests = f"{joining.JOINED}{TOGETHER}" + "".join(
        f"{name} {digest(folder, name)}\n" for name in list_files(folder)
    )
    return hashlib.sha256(digests.encode()).hexdigest()[:LETTERS]


def read(folder: str, name: str) -> str:
    """The text of a file as it was written."""
    return list_files(folder)[name].read_text(encoding="utf-8")


def write_script(folder: str, name: str) -> str:
    """The text of a script with all that is sent inside it, before it is made small."""
    if name.startswith(VENDORED):
        return read(folder, name)
    return joining.write(name, lambda part: read(folder, part))


def write_style(folder: str, name: str) -> str:
    """The text of a style sheet with all that is sent inside it, without comments and needless white space."""
    text = "".join(_read_style(folder, part) for part in TOGETHER.get(name, (name,)))
    return _TIGHT.sub("", _INDENT.sub("", _STYLE_COMMENT.sub("", text))).replace(";}", "}")


def _read_style(folder: str, name: str) -> str:
    """A style sheet with those that it imports in their places."""
    return _STYLE_IMPORT.sub(
        lambda match: _read_style(folder, joining.resolve(name, match[1])), read(folder, name)
    )


def packed_folder(folder: str) -> Path:
    """Where these very files lie made small and packed, each in every one of `WAYS`; nothing else lies there."""
    return Path(folder).parent / "build" / "static" / version(folder)


@lru_cache(maxsize=400)
def read_packed(folder: str, name: str, way: str = "") -> bytes | None:
    """What is sent of a file, packed in a way of `WAYS`; None where it was not made beforehand."""
    try:
        return (packed_folder(folder) / f"{name}{WAYS[way]}").read_bytes()
    except OSError:
        return None

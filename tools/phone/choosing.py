"""Which files of the runtime, the packages and the program go onto a phone, and which it never opens."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from scorekeeper.translations.catalogues import LANGUAGES

CHOICES: dict[str, list[str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""Patterns and names by what they are for; choosing.toml says of each what it is."""
_ZONE = re.compile(r"tzdata/zoneinfo/(\w+)/")
_LOCALE = re.compile(r"babel/locale-data/([^/]+)\.dat|wtforms/locale/([^/]+)/")


def is_wanted(name: str) -> bool:
    """Whether a phone gets this file of the packages or of the program."""
    locale = _LOCALE.match(name)
    if locale and (locale[1] or locale[2]) not in (*LANGUAGES, "root"):
        return False
    zone = _ZONE.match(name)
    if zone or name.startswith("tzdata/zoneinfo/"):
        return zone[1] in CHOICES["areas"] if zone else name.endswith(("/UTC", "/__init__.py"))
    return not any(fnmatch(name, pattern) for pattern in CHOICES["left_out"])


def is_wanted_of_stdlib(name: str) -> bool:
    """Whether a phone gets this file of the standard library."""
    if name.startswith("encodings/"):
        return Path(name).stem in CHOICES["encodings"]
    return not any(fnmatch(name, pattern) for pattern in CHOICES["stdlib_left_out"])


def list_wanted(folder: Path) -> list[str]:
    """The names of the files below a folder that a phone gets, in order."""
    names = (file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    return sorted(name for name in names if "__pycache__" not in name and is_wanted(name))

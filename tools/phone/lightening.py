"""Packages with less in them than their authors publish, what has to do without it, and the runtime, which flushes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fnmatch import fnmatch

LOCALE_EMPTIED = (
    "compact_currency_formats",
    "compact_decimal_formats",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "currency_symbols",
    "currency_unit_patterns",
    "interval_formats",
    "languages",
    "meta_zones",
    "scripts",
    "territories",
    "time_zones",
    "unit_display_names",
    "unit_patterns",
    "variants",
)
"""The names of currencies, countries, units and time zones, and spans of time, which no page says."""
GLOBAL_EMPTIED = (
    "all_currencies",
    "currency_fractions",
    "likely_subtags",
    "territory_currencies",
    "territory_languages",
    "windows_zone_mapping",
)


def _empty(data: bytes, names: tuple[str, ...]) -> bytes:
    tables = pickle.loads(data)
    return pickle.dumps({name: {} if name in names else part for name, part in tables.items()}, 4)


def _name_ours(data: bytes) -> bytes:
    """Alembic loads its parts for every database; those of databases that no phone has are not there."""
    gone = tuple(f"from . import {name}".encode() for name in ("mssql", "mysql", "oracle", "postgresql"))
    return b"\n".join(line for line in data.splitlines() if line not in gone)


BEFORE = "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);return 0}"
AFTER = (
    "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);"
    "return stream.stream_ops?.fsync?stream.stream_ops.fsync(stream):0}"
)
"""The one change that the runtime needs: what SQLite writes has to reach the disk, and Emscripten does not say so.

``fdatasync`` is answered there without asking the file system, ``fsync`` is not. Our file system flushes in both.
"""
NEXT = "return next(itertools.islice(positions_gen, instruction_index // 2, None))"
"""The line of traceback.py that fails where a module has no lines: what fails in a package is told without them."""


def _replace_once(data: bytes, before: str, after: str) -> bytes:
    """A file with one change; the build stops where the place is not found exactly once."""
    text = data.decode()
    if text.count(before) != 1:
        raise SystemExit(f"“{before[:40]} …” is not where it was: look at tools/phone/lightening.py again.")
    return text.replace(before, after).encode()


def _name_model(_data: bytes) -> bytes:
    """Of the models of openskill ours is one."""
    return b"from openskill.models.weng_lin.plackett_luce import PlackettLuce, PlackettLuceRating\n"


CHANGES: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
    ("babel/locale-data/*.dat", lambda data: _empty(data, LOCALE_EMPTIED)),
    ("babel/global.dat", lambda data: _empty(data, GLOBAL_EMPTIED)),
    ("alembic/ddl/__init__.py", _name_ours),
    ("openskill/models/__init__.py", _name_model),
    ("openskill/models/weng_lin/__init__.py", _name_model),
    ("traceback.py", lambda data: _replace_once(data, NEXT, f"{NEXT[:-1]}, (None,) * 4)")),
    ("pyodide.asm.mjs", lambda data: _replace_once(data, BEFORE, AFTER)),
)


def lighten(name: str, data: bytes) -> bytes:
    """A file of a package, or of the runtime, as phones get it."""
    for pattern, change in CHANGES:
        if fnmatch(name, pattern):
            return change(data)
    return data

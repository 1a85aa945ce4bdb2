"""Files for a page that unpacks them itself: no server has to know how, and each is named by what is in it."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tools.phone import fetching

LETTERS = 16
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}


SETTINGS: dict[str, Any] = {
    "id": lzma.FILTER_LZMA1,
    "mode": lzma.MODE_NORMAL,
    "dict_size": 1 << 24,  # more than any of the files
    "lc": 3,
    "lp": 0,
    "pb": 0,
    "nice_len": 128,
    "depth": 24,
}
"""Gzip, which browsers unpack themselves, leaves two fifths more. A phone unpacks 31 MB in some two seconds."""


class Packed(NamedTuple):
    """A file as it is fetched, and the name under which the phone keeps it unpacked."""

    fetched: str
    kept: str
    kind: str
    digest: str
    bytes: int
    unpacked: int


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal digits, as browsers compute it too."""
    return hashlib.sha256(data).hexdigest()


def join(files: Mapping[str, bytes]) -> bytes:
    """Many files as one: the length of a list, the list as JSON (names and sizes), then the files one by one.

    What is alike packs smaller side by side.
    """
    files = dict(sorted(files.items(), key=lambda file: (Path(file[0]).suffix, file[0])))
    listed = json.dumps([[name, len(data)] for name, data in files.items()], separators=(",", ":")).encode()
    return len(listed).to_bytes(4, "little") + listed + b"".join(files.values())


def squeeze(data: bytes) -> bytes:
    """LZMA as ``xz --format=lzma`` writes it, with the size of what was packed, which the phone makes room for."""
    packed = lzma.compress(data, format=lzma.FORMAT_ALONE, filters=[SETTINGS])
    return packed[:5] + len(data).to_bytes(8, "little") + packed[13:]


def _squeeze_once(data: bytes) -> bytes:
    """The same, kept for the next build: what others wrote seldom changes, and takes long."""
    kept = fetching.cache() / "packed" / digest(repr(SETTINGS).encode() + data)
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        beside = kept.with_name(f"{kept.name}.{os.getpid()}")
        beside.write_bytes(squeeze(data))
        beside.rename(kept)
    return kept.read_bytes()


def pack(folder: Path, kept: str, data: bytes, lasts: bool = True) -> Packed:
    """Write one file into the folder, small and named by its content. Its address tells a server nothing to unpack.

    Where it ``lasts`` from build to build it is packed once.
    """
    small = (_squeeze_once if lasts else squeeze)(data)
    name = f"packed/{digest(small)[:LETTERS]}.pack"
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(small)
    kind = KINDS.get(Path(kept).suffix, "application/octet-stream")
    return Packed(name, kept, kind, digest(small), len(small), len(data))

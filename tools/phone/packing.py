"""Files for a page that unpacks them itself: no server has to know how, and each is named by what is in it."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

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


def _squeeze(data: bytes, memory: int) -> bytes:
    """Gzip of the best effort; which amount of memory packs smallest depends on what is packed."""
    squeezing = zlib.compressobj(9, zlib.DEFLATED, 31, memory)  # 31 is gzip
    return squeezing.compress(data) + squeezing.flush()


def pack(folder: Path, kept: str, data: bytes) -> Packed:
    """Write one file into the folder, small and named by its content. Its address tells a server nothing to unpack."""
    small = min((_squeeze(data, memory) for memory in (8, 9)), key=len)
    name = f"packed/{digest(small)[:LETTERS]}.pack"
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(small)
    kind = KINDS.get(Path(kept).suffix, "application/octet-stream")
    return Packed(name, kept, kind, digest(small), len(small), len(data))

"""Reading a heavy file in a process of its own, which has limits of memory and of time.

The process is this module: it takes the file on standard input, and gives out what :class:`sources.Read` holds, each
item packed. Where there are no processes, as in a browser, the same reader reads the file here.
"""

from __future__ import annotations

import contextlib
import json
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import IO, Any, NamedTuple

from scorekeeper.core.findings import Finding
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.exchange.packed_items import PackedItems, pack
from scorekeeper.store.leagues.exchange.unpacking import PACKED, TOO_HEAVY
from scorekeeper.store.leagues.exchange.workbooks import ZIP

MAX_LIGHT = 256_000
"""A file of so many bytes that is not packed is read here: a process would take longer to start."""


class Limits(NamedTuple):
    """Bytes of memory and seconds of the processor."""

    memory: int
    seconds: int


LIMITS = Limits(1_000_000_000, 120)
"""Several times what the largest honest file takes."""
OUT_OF_MEMORY = 3
"""How the process ends where the memory does not suffice; a signal ends it where the time does not."""
_LENGTH = struct.Struct("!I")


def read_file(
    kind: str, body: bytes, choices: Mapping[str, Any] | None = None, limits: Limits = LIMITS
) -> sources.Read:
    """What is in a file, as :func:`sources.read_file` reads it; a heavy one is read apart."""
    light = len(body) <= MAX_LIGHT and not body.startswith((PACKED, ZIP))
    if light or not sys.executable or sys.platform == "emscripten":
        return sources.read_file(kind, body, choices)
    command = [sys.executable, "-m", __name__, kind, json.dumps(choices or {}), *map(str, limits)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(body)
            process.stdin.close()
        read = _receive(process.stdout)
    if process.returncode == OUT_OF_MEMORY or process.returncode < 0:
        return sources.Read([], [Finding("", "too_heavy", TOO_HEAVY)], {})
    if read is None or process.returncode:
        raise RuntimeError(f"the process that reads files ended with {process.returncode}")
    return read


def _receive(pipe: IO[bytes]) -> sources.Read | None:
    """What the process has read; None where it came to no end."""
    parts = iter(lambda: _next_part(pipe), None)
    head = next(parts, None)
    if head is None:
        return None
    summary = json.loads(head)
    items = PackedItems(parts)
    if len(items) != summary["count"]:
        return None
    return sources.Read(
        items if items else [], [_finding(document) for document in summary["findings"]], summary["found"]
    )


def _next_part(pipe: IO[bytes]) -> bytes | None:
    size = pipe.read(_LENGTH.size)
    if len(size) < _LENGTH.size:
        return None
    wanted: int = _LENGTH.unpack(size)[0]
    part = pipe.read(wanted)
    return part if len(part) == wanted else None


def _finding(document: Mapping[str, Any]) -> Finding:
    path, code, cites, severity = (document[name] for name in ("path", "code", "cites", "severity"))
    return Finding(path, code, sources.read_problem(document), tuple(cites), severity)


# --- in the process -------------------------------------------------------------------------------


def main(kind: str, choices: str, memory: str, seconds: str) -> int:
    """Read standard input as a file of this kind, and write what was found; the exit status."""
    import resource  # here, because only this process has limits, and not every system has them

    for limit, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, "0"),
    ):
        resource.setrlimit(limit, (int(most), int(most)))
    try:
        read = sources.read_file(kind, sys.stdin.buffer.read(), json.loads(choices))
        for part in _parts(read):
            sys.stdout.buffer.write(_LENGTH.pack(len(part)) + part)
        sys.stdout.buffer.flush()
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _parts(read: sources.Read) -> Iterator[bytes]:
    findings = [_finding_document(finding) for finding in read.findings]
    yield json.dumps({"count": len(read.items), "findings": findings, "found": read.found}).encode()
    yield from read.items.packed if isinstance(read.items, PackedItems) else map(pack, read.items)


def _finding_document(finding: Finding) -> dict[str, Any]:
    return {**sources.finding_document(finding), "cites": finding.cites, "severity": finding.severity}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

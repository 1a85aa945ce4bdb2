"""The one change that the runtime needs: what SQLite writes has to reach the disk, and Emscripten does not say so.

``fdatasync`` is answered there without asking the file system, ``fsync`` is not. Our file system flushes in both.
"""

from __future__ import annotations

BEFORE = "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);return 0}"
AFTER = (
    "function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);"
    "return stream.stream_ops?.fsync?stream.stream_ops.fsync(stream):0}"
)


def patch(text: str) -> str:
    """The runtime's script with the change; the build stops where the place is not found exactly once."""
    if text.count(BEFORE) != 1:
        raise SystemExit(
            "The runtime's fdatasync is not where it was: look at tools/phone/patching.py again."
        )
    return text.replace(BEFORE, AFTER)

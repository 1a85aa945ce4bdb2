"""What is said where a backup cannot be made, read or put back."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.core.text import T, Text


class BackupError(Exception):
    """A backup cannot be made, read or put back; the sentence says why, and nothing was changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class NewerError(BackupError):
    """A newer program made the backup."""


class Stopped(Exception):  # noqa: N818 - an end, not an error
    """The server is to end while a backup is made."""


def make_damage_error(path: Path) -> BackupError:
    """What is said of a file that is no good backup."""
    return BackupError(
        T("“{name}” is damaged or not complete, or it is no backup of Scorekeeper.", name=str(path))
    )


def make_newer_error(path: Path, program: str) -> NewerError:
    """What is said of a file that only a newer program can read."""
    return NewerError(
        T(
            "“{name}” was made by a newer Scorekeeper ({program}). Install that one, then restore it.",
            name=str(path),
            program=program[:40],
        )
    )


def make_older_error(path: Path, schema: str) -> BackupError:
    """What is said of a file from long before 1.0."""
    return BackupError(
        T(
            "“{name}” was made by a Scorekeeper long before 1.0 ({schema}). Restore it with the last one before 1.0, "
            "and make a backup with that.",
            name=str(path),
            schema=schema[:40],
        )
    )

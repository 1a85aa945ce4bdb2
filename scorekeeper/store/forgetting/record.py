"""The record of the forgotten and of emptied matches: rows in the database, and lines in a file beside the key.

A backup that is older than the file knows nothing of those who were forgotten since; the file tells it.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import String, UniqueConstraint, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from scorekeeper.store import instance
from scorekeeper.store.match.models import Base, Key

SEAT, PLAYER, ACCOUNT, MATCH, OPENING = "seat", "player", "account", "match", "opening"
FILE = "forgotten.jsonl"


class ForgottenRow(Base):
    """A person who is forgotten, or a match that was emptied. The row holds ids and no name, no reason.

    ``kind`` is ``seat`` (``place`` is the match's id, ``who`` the seat at its opening), ``player`` (the league's id and
    the player's key), ``opening`` (in no place; the UUID by which a match was opened, and the seat), ``account`` (the
    account's handle, in no place) or ``match`` (the match's id, and in ``who`` when it was emptied). A seat below zero
    is who sat down during the match: ``-7`` by its seventh event.
    """

    __tablename__ = "forgotten"
    __table_args__ = (UniqueConstraint("kind", "place", "who"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    place: Mapped[str] = mapped_column(String(12))
    who: Mapped[str] = mapped_column(String(43))


class Forgotten(NamedTuple):
    """A person or an emptied match, by ids alone; :class:`ForgottenRow` says which."""

    kind: str
    place: str
    who: str


def place() -> Path:
    """Where the file lies: in the instance folder, which the server and every command find alike."""
    return instance.directory() / FILE


def read(session: Session) -> set[Forgotten]:
    """Every person who is forgotten, by the database and by the file."""
    return read_rows(session) | _read_file(place())


def read_rows(session: Session) -> set[Forgotten]:
    """The persons that the database names."""
    query = select(ForgottenRow.kind, ForgottenRow.place, ForgottenRow.who)
    return {Forgotten(*row) for row in session.execute(query)}


def add(session: Session, persons: Iterable[Forgotten], *, in_file: bool = True) -> None:
    """Note persons in both, or in the database alone; the caller commits. OSError where the file cannot be written."""
    wanted = set(persons)
    new = sorted(wanted - read_rows(session))
    if new:
        session.execute(insert(ForgottenRow), [forgotten._asdict() for forgotten in new])
    if in_file:
        _append(place(), sorted(wanted))


def _append(path: Path, wanted: list[Forgotten]) -> None:
    there = _read_file(path)
    new = [forgotten for forgotten in wanted if forgotten not in there]
    if not new:
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new_lines = "".join(json.dumps(forgotten._asdict()) + "\n" for forgotten in new)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "ab") as target:
        target.write(b"\n" * _is_cut(path) + new_lines.encode())
        target.flush()
        os.fsync(target.fileno())


def _is_cut(path: Path) -> bool:
    """Whether the last line was not written whole: the machine stopped meanwhile."""
    content = path.read_bytes()
    return bool(content) and not content.endswith(b"\n")


def _read_file(path: Path) -> set[Forgotten]:
    persons = set()
    with suppress(FileNotFoundError):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            with suppress(ValueError, TypeError):
                persons.add(Forgotten(**{name: str(value) for name, value in json.loads(line).items()}))
    return persons


def fold(text: str) -> str:
    """A text as two spellings of it compare."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


GAP = "…"


class Mentions:
    """Finds any of some names in a text, as whole words in any spelling."""

    def __init__(self, names: Iterable[str | None]) -> None:
        spellings = sorted(
            {fold(name.strip()) for name in names if name and name.strip()}, key=len, reverse=True
        )
        alternatives = "|".join(re.escape(name) for name in spellings)
        self._found = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)") if alternatives else None

    def __call__(self, text: str | None) -> bool:
        return bool(text and self._found is not None and self._found.search(fold(text)))

    def leave_out(self, text: str) -> str:
        """The text of a name that has to stay, with a gap for each of these names."""
        folded = fold(text)
        if self._found is None or len(folded) != len(text):
            return GAP if self(text) else text
        for found in reversed(list(self._found.finditer(folded))):
            text = text[: found.start()] + GAP + text[found.end() :]
        return text

"""Compares two records of a match: two events are one if they have the same UUID and the same content.

Content is the kind, the body with seats in the place of people, and the texts that both still have. The time,
the author and the hashes of an event are no content, so a deal that is sent twice, on two ways, stays one deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record import incoming
from scorekeeper.store.match.record.chain import canonical, hashed_body, rows_of
from scorekeeper.store.match.record.incoming import Line, Terms
from scorekeeper.store.match.refusals import Refused


class Content(NamedTuple):
    """What an event says: its kind and body, without texts, and these in order; None for one that was erased."""

    body: bytes
    texts: tuple[str | None, ...]

    def is_same(self, other: Content) -> bool:
        """Whether both say the same, as far as texts are still there."""
        return self.body == other.body and all(
            text is None or twin is None or text == twin
            for text, twin in zip(self.texts, other.texts, strict=True)
        )


def _content(
    kind: str, body: Mapping[str, Any], game: str, people: Sequence[int], text_of: Callable[[int], Any]
) -> Content:
    rows = rows_of(kind, body)
    hashed = hashed_body(kind, body, game, people, dict.fromkeys(rows, ""))
    # In the order of their names: a record may write the fields of an object in any.
    if kind not in (kinds.OPENED, kinds.RENAMED):
        rows = [body["texts"][name] for name in sorted(body.get("texts", {}))]
    return Content(canonical([kind, hashed]), tuple(text_of(row) for row in rows))


def content_of(match: Match, event: Event) -> Content:
    """What an event of a match says."""
    words = match.names if event.kind in (kinds.OPENED, kinds.RENAMED) else match.texts
    return _content(event.kind, event.body, match.game, match.events[0].body["players"], words.get)


def _content_of_line(line: Line, game: str, people: Sequence[int]) -> Content:
    kind = line["event"]
    words = incoming.words_of(line, kind)
    return _content(kind, line["body"], game, people, lambda row: words.get(str(row)))


def count_common(match: Match, item: Mapping[str, Any], terms: Terms) -> int:
    """How many events from the first one on a match and a record have in common; Refused where it is no record."""
    lines: Sequence[Line] = item["events"]
    common, last = 0, min(match.seq, len(lines))
    try:
        people = lines[0]["body"]["players"]
        while common < last and _is_same(match, match.events[common], lines[common], people, item, terms):
            common += 1
    except (*incoming.NO_LINE, RecursionError) as error:
        if not common:
            raise Refused((incoming.NOT_ONE,)) from error
        raise incoming.CannotFollow(common + 1, "", (incoming.NO_EVENT,)) from error
    return common


def _is_same(
    match: Match, event: Event, line: Line, people: Sequence[int], item: Mapping[str, Any], terms: Terms
) -> bool:
    content = _content_of_line(line, item["document"]["game"], people)
    return event.uuid == terms.number(line) and content_of(match, event).is_same(content)

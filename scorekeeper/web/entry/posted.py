"""What a page with scripts sends of a deal: its draft, the form as it was filled in, and what the page had seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import abort, request

from scorekeeper.core.documents import parse
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.entry.parts import form_of, typed_in
from scorekeeper.web.match.at_table import table_at

MAX_BYTES = 100_000
MAX_NUMBER = 10**9


class Posted(NamedTuple):
    """A request about a deal in progress: which draft, the form as the page held it, and the other fields."""

    draft: str
    form: EntryForm
    data: Mapping[str, Any]

    def number(self, name: str) -> int:
        """A number of the request, 0 where it is absent; 400 for anything else."""
        value = self.data.get(name, 0)
        if type(value) is not int or not 0 <= value < MAX_NUMBER:
            abort(400)
        return value


def read_posted(match: Match, about: int | None = None) -> Posted:
    """Read the body of a request; 400 when it is not the JSON that our own pages send.

    ``about`` is the entry that is written anew, or before which one is inserted: it tells who played then.
    """
    if (request.content_length or 0) > MAX_BYTES:
        abort(413)
    data, wrong = parse(request.get_data())
    inputs = typed_in(data.get("inputs", {})) if wrong is None and type(data) is dict else None
    if inputs is None or not all(type(data.get(name, "")) is str for name in ("draft", "form", "part")):
        abort(400)
    place = next((row.place for row in match.rows() if row.seq == about), None)
    form = form_of(GAMES[match.game], table_at(match, place), data.get("form") or None, inputs)
    return Posted(data.get("draft", ""), form, data)

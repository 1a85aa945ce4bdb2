"""What other phones entered of a deal since a page was made: it is looked at before the deal is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.store.match.beside import drafts
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.entry.in_progress import draft_form
from scorekeeper.web.entry.parts import list_held, parts_in, values_in
from scorekeeper.web.entry.words import who_entered
from scorekeeper.web.match.words import table_of
from scorekeeper.web.site.database import session


class Newer(NamedTuple):
    """What other phones entered since a page was made, in words, and everything typed with theirs in its place."""

    told: list[tuple[str, str]]
    values: MultiDict[str, str]


def newer_parts(match: Match, form: EntryForm, versions: Mapping[str, int]) -> Newer | None:
    """For phones without scripts: the parts that came in since, before a deal is recorded over them."""
    deal = drafts.Deal(form.uuid, {}, values_in(form, table_of(match)), versions, match.seq)
    newer = drafts.newer_parts(session(), match, deal)
    if not newer:
        return None
    values, mine = MultiDict(request.form), parts_in(form)
    theirs = parts_in(draft_form(match, form.slug, newer))
    for name in newer:
        for input_name in list_held(mine[name]):
            values.poplist(input_name)
        for input_name, typed in list_held(theirs[name]).items():
            values.setlist(input_name, typed)
    return Newer(part_words(match, form, newer), values)


def part_words(match: Match, form: EntryForm, parts: Mapping[str, drafts.Part]) -> list[tuple[str, str]]:
    """What each part is called, and who entered it."""
    inputs = parts_in(form)
    return [(inputs[name].label.text, who_entered(match, part)) for name, part in parts.items()]

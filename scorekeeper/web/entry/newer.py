"""What other phones entered of a deal since a page was made: it is looked at before the deal is recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.store.match import drafts
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry import drafts as parted
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.entry.words import who_entered
from scorekeeper.web.match.words import table_of
from scorekeeper.web.site.database import session

Shown = Callable[[Match, str | None, Mapping[str, drafts.Part]], EntryForm]


def changed_parts(
    match: Match,
    draft: str,
    form: EntryForm,
    versions: Mapping[str, Any],
    known: Mapping[str, drafts.Part],
) -> dict[str, drafts.Part]:
    """The parts of the draft in progress that are newer than these ``versions``, and say something else."""
    if draft != drafts.current(match):
        return {}
    inputs, table = parted.parts_in(form), table_of(match)
    changed = {}
    for name, part in known.items():
        if name not in inputs or versions.get(name) == part.version:
            continue
        value, _findings = parted.value_of(inputs[name], table)
        if list(value) != ([part.value] if part.filled else []):
            changed[name] = part
    return changed


class Newer(NamedTuple):
    """What other phones entered since a page was made: what is what, and everything typed with theirs in its place."""

    told: list[tuple[str, str]]
    values: MultiDict[str, str]


def newer_parts(match: Match, form: EntryForm, versions: Mapping[str, int], shown: Shown) -> Newer | None:
    """For phones without scripts: parts that came in since, before a deal is recorded over them; None without any.

    ``shown`` makes the form that shows what a draft holds.
    """
    known = drafts.parts_of(session(), match)
    changed = changed_parts(match, form.uuid, form, versions, known)
    if not changed:
        return None
    values, mine = MultiDict(request.form), parted.parts_in(form)
    theirs = parted.parts_in(shown(match, form.slug, changed))
    for name in changed:
        for input_name in parted.held(mine[name]):
            values.poplist(input_name)
        for input_name, held in parted.held(theirs[name]).items():
            values.setlist(input_name, held)
    told = [(mine[name].label.text, who_entered(match, part)) for name, part in changed.items()]
    return Newer(told, values)

"""Why a record of a match was not taken in, in words: which event it is about, and what stands against it."""

from __future__ import annotations

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T, Text
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.record.incoming import CannotFollow, Diverged
from scorekeeper.store.match.refusals import Refused
from scorekeeper.web.match.words import EVENT_WORDS, name_of, summarize_event
from scorekeeper.web.site.languages import say


def explain(refused: Refused) -> list[Finding]:
    """The findings of a refusal, with the event in words that each is about."""
    if isinstance(refused, Diverged):
        return [Finding("", "parted", _say_divergence(refused))]
    if not isinstance(refused, CannotFollow):
        return list(refused.findings)
    after = refused.after
    what = _event_words(after, after.events[-1]) if after is not None else _kind_words(refused.kind)
    said = (
        T("Event {number} ({what})", number=refused.seq, what=what)
        if what
        else T("Event {number}", number=refused.seq)
    )
    return [one._replace(text=T("{what}: {name}", what=said, name=one.text)) for one in refused.findings]


def say_refused(refused: Refused) -> list[str]:
    """The same as sentences."""
    return [say(finding.text) for finding in explain(refused)]


def _say_divergence(diverged: Diverged) -> Text:
    here = _event_words(diverged.here, diverged.here.events[-1])
    there = diverged.there
    other = "?" if there is None else _event_words(there, there.events[-1])
    if here == other:
        how = T(
            "Event {number}, “{here}”, was entered in both places.", number=diverged.common + 1, here=here
        )
    else:
        how = T(
            "Event {number} is “{here}” here and “{there}” in what came.",
            number=diverged.common + 1,
            here=here,
            there=other,
        )
    return T(
        "This match is here already and went on in another way. {how} Nothing was changed: compare the two, and write "
        "what is missing by hand.",
        how=how,
    )


def _event_words(match: Match, event: Event) -> str:
    """An event: the deal that was entered, or what was done and to what."""
    then = match.when_done(event)
    row = then.row_of(event)
    if event.kind == kinds.RECORDED and row is not None:
        return name_of(row, then, short=True)
    said = summarize_event(then, event, row, short=True)
    entry = name_of(row, then, short=True) if row is not None and said.entry else said.entry
    return say(T("{what}: {name}", what=said.what, name=entry)) if entry else said.what


def _kind_words(kind: str) -> str:
    return say(EVENT_WORDS[kind]) if kind in EVENT_WORDS else ""

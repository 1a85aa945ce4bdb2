"""The modules with pages of a match: those of every room that are opened by the link of one."""

from __future__ import annotations

from scorekeeper.web.desk import at_match
from scorekeeper.web.entry import draft, entries, recording
from scorekeeper.web.match import league_line, league_match, people, proof, protests, series, share
from scorekeeper.web.match.settings import charter, mending, naming
from scorekeeper.web.match.sheet import explain, live, pictures, sheet, tv

MATCH_PAGES = (
    sheet,
    entries,
    draft,
    recording,
    explain,
    mending,
    naming,
    protests,
    charter,
    people,
    share,
    live,
    tv,
    pictures,
    series,
    at_match,
    league_match,
    league_line,
    proof,
)

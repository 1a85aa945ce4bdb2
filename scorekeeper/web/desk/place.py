"""Where a question is asked, at any table or at a match, and the address that its ruling gets."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from flask import redirect, request, url_for

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import Rules
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.rulings import TooLong
from scorekeeper.web.desk.forms import table_for
from scorekeeper.web.desk.ruling_links import code_of, short_rules
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.match.at_table import entry_at, next_seat, table_at
from scorekeeper.web.match.words import deal_numbers

WHAT_IF, IRREGULARITY = "what_if", "irregularity"
ANSWER, SIDE = "a", "side"
"""In the address of an irregularity: each answer so far, and whose mistake it was."""


class Place(NamedTuple):
    """Where a question is asked: at any table, or at a match whose rules and players are known."""

    game: Game
    rules: Rules
    match: Match | None = None
    capability: str = ""
    players: int | None = None
    """How many play, where no match says so and it matters."""

    @property
    def table(self) -> Table:
        """Who can be named in an answer."""
        return table_for(self.game, self.rules.options, self.names, self.players)

    @property
    def possible_players(self) -> list[int]:
        """How many may play by these rules."""
        return self.game.list_players(self.given)

    def seat(self, players: int | None) -> Place:
        """The place with as many seats as are asked for; with as many as usual where so many cannot play."""
        possible = self.possible_players
        return self._replace(
            players=players if players in possible else self.game.usual_players or possible[0]
        )

    @property
    def names(self) -> list[str]:
        """The players, where they are known."""
        return list(asked_table(self.match).names) if self.match is not None else []

    @property
    def dealer(self) -> int | None:
        """Who dealt, where the address tells it."""
        return dealer_of(self.match) if self.match is not None else None

    @property
    def dealing(self) -> int | None:
        """Who deals: the seat that the address names, otherwise the one whose turn it is."""
        if self.match is None or self.dealer is not None:
            return self.dealer
        sheet = self.match.scored.sheet
        return next_seat(sheet) if sheet is not None else None

    @property
    def first_caller(self) -> int | None:
        """Who calls first, where the dealer is known."""
        return None if self.dealing is None else self.table.seating.after(self.dealing)

    @property
    def in_a_line(self) -> str:
        """The rules in one line, with what differs from their preset."""
        return say_rules(self.game, self.given, self.game.find_most_players(self.given))

    @property
    def given(self) -> dict[str, Any]:
        """The rules as a question document gives them."""
        return short_rules(self.game, self.rules)

    def _write_rules(self) -> dict[str, Any]:
        """What the address has to say about the rules: nothing at a match, nothing when they are the usual ones."""
        usual = short_rules(self.game, self.game.default_rules(max(self.game.players)))
        if self.match is not None or self.given == usual:
            return {}
        return {"rules": json.dumps(self.given, separators=(",", ":"))}

    def home(self) -> str:
        """The page on which the question is chosen."""
        if self.match is not None:
            return url_for("match.desk", **_entry())
        return url_for("desk.questions", game=self.game.slug, **self._write_rules())

    def ask(self, question: str, **more: Any) -> str:
        """The page of one question."""
        if self.match is not None:
            return url_for("match.ask", question=question, **{**_entry(), **more})
        return url_for("desk.ask", game=self.game.slug, question=question, **{**self._write_rules(), **more})

    def ruling(self, code: str) -> str:
        """A ruling, where it can be pinned to the match."""
        if self.match is not None:
            return url_for("match.ruling", code=code, **(_entry() or _standing(self.match)))
        return url_for("desk.ruling", code=code)


def _entry() -> dict[str, Any]:
    """The entry that the quarrel is about goes along from page to page."""
    seq = request.args.get("entry", "")
    return {"entry": seq} if seq.isdigit() else {}


def _standing(match: Match) -> dict[str, Any]:
    """Which deal is played, and who deals, as the question is asked: the address means the same later."""
    sheet, deal = match.scored.sheet, len(deal_numbers(match)) + 1
    return (
        {"deal": deal}
        if sheet is None or sheet.next_dealer is None
        else {"dealer": next_seat(sheet), "deal": deal}
    )


def asked_table(match: Match) -> Table:
    """Those who play the deal that the address is about: of its entry, of the deal it names, or of the next one."""
    row = match.find_row(number_in(request.args.get("entry")))
    if row is None and match.has_changes:
        number = number_in(request.args.get("deal"))
        row = match.find_row(next((seq for seq, deal in deal_numbers(match).items() if deal == number), None))
    return table_at(match, row and row.place)


def dealer_of(match: Match) -> int | None:
    """The dealer of the deal that the address is about: of its entry, or the one it names."""
    entry = number_in(request.args.get("entry"))
    if entry is not None:
        return dealer_in(match, entry)
    seat = number_in(request.args.get("dealer"))
    return seat if seat is not None and seat < len(asked_table(match).names) else None


def dealer_in(match: Match, seq: int | None) -> int | None:
    """The dealer of an entry, counted among those who played it; None where it is no deal, or not there."""
    row = match.find_row(seq)
    scored = None if row is None else entry_at(match, row.place)
    if scored is None or scored.dealer is None or scored.playing is None:
        return None
    return scored.playing.seating.seat_of(scored.dealer)


def place_at(match: Match, capability: str) -> Place:
    """The desk at a match."""
    game = GAMES[match.game]
    rules = game.read_rules(match.rules, len(asked_table(match).names), Report())
    return Place(game, rules, match, capability)


def answer_with_ruling(place: Place, document: dict[str, Any]) -> Any:
    """The way to the ruling; a list of findings where there is none."""
    report = Report()
    answered = adjudicate(document, GAMES, report, place.names, place.dealer)
    if answered is None:
        return report.errors
    try:
        return redirect(place.ruling(code_of(answered, document)), 303)
    except TooLong:
        return [Finding("", "too_large", T("This is too long to be kept under a link."))]

"""Starting a match: at a table as it is set down, or the last table again."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.findings import Finding
from scorekeeper.core.game import Game
from scorekeeper.core.match import name_key
from scorekeeper.games import GAMES
from scorekeeper.store.match import ledger
from scorekeeper.web.entry.forms import identity, number_in
from scorekeeper.web.entry.rules_forms import OptionsForm
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.match import rule_sets, seating
from scorekeeper.web.match.links import OWNER, address
from scorekeeper.web.request.limits import opens_a_match
from scorekeeper.web.request.security import MORE, read_typed
from scorekeeper.web.site import recents
from scorekeeper.web.site.pages import ANYBODY, POST, Pages, require

pages = Pages("starting")
OFFERED = 12
"""As many names as three rows of keys take, which is more people than an evening has."""
SIT = "sit:"
"""The key of a name: the form is shown again with the person at the next free seat, or up from their own."""


@pages.add("/start/<slug>/full", may=ANYBODY, name="full")
@pages.add("/start/<slug>", may=ANYBODY)
def begin(slug: str) -> str:
    """Names, seats, first dealer and every house rule, as they were at the last table: one tap begins.

    The longer address is of versions before.
    """
    return Start(require(GAMES.get(slug))).page()


def _people() -> list[str]:
    """The names that are offered at the seats: of people at the last tables of this phone, in any game."""
    names: dict[str, str] = {}
    for name in (name for table in recents.last_tables() for name in table):
        if not seating.is_stand_in(name):
            names.setdefault(name_key(name), name)
    return list(names.values())[:OFFERED]


@pages.add("/again", POST, may=ANYBODY)
@opens_a_match
def again() -> Any:
    """The last table of this device once more, in one tap."""
    match = require(recents.last_match())
    try:
        following = seating.rematch(match, identity(request.form))
    except ledger.UuidReused:
        flash(_used_before())
        return redirect(url_for("home.home"), 303)
    return redirect(address(following, OWNER), 303)


@pages.add("/start/<slug>/full", POST, may=ANYBODY, name="start_full")
@pages.add("/start/<slug>", POST, may=ANYBODY)
@opens_a_match
def start(slug: str) -> Any:
    """Open the match as it was set down, or say what has to be put right."""
    begun = Start(require(GAMES.get(slug)))
    if begun.problems():
        return begun.page(), 422
    form = begun.form
    try:
        match = seating.open_table(slug, form.rules(), begun.names, begun.first_dealer, form.uuid)
    except ledger.UuidReused:
        form.fresh_uuid()
        flash(_used_before())
        return begun.page(), 409
    if begun.renamed:
        name = ", ".join(begun.renamed)
        flash(
            _("Two players had the same name, so one is called %(name)s now. You can change that.", name=name)
        )
    return redirect(address(match, OWNER), 303)


def _used_before() -> str:
    return _("This page had started a match already. Press the button once more to start another one.")


class Start:
    """The form of a match in full: how many play and which preset come from the address, the rest was typed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tables = [table for table in recents.last_tables() if len(table) in game.players]
        self.chosen = rule_sets.read_set(game.slug, request.args.get("set", ""))
        """The house rules of a link, or those that this phone or a league keeps."""
        rules = self.chosen.rules if self.chosen else {}
        self.players = self._count_players(rules)
        self.form = OptionsForm(
            game, self.players, rules.get("preset") or request.args.get("preset", ""), rules=rules
        )
        values = read_typed()
        self.given = self._names(values)
        self.names, self.renamed = seating.tell_apart(self.given)
        self.first_dealer = number_in(values.get("first_dealer") if values else None) or 0

    def _count_players(self, rules: dict[str, Any]) -> int:
        """As many as the page asks for, or as usual, if so many can play by the chosen rules."""
        usual = len(self.tables[0]) if self.tables else self.game.usual_players or self.game.players[0]
        requested = number_in(request.values.get("players")) or 0  # versions before sent it with the form
        possible = self.game.list_players(rules) if rules else self.game.players
        return next(number for number in (requested, usual, possible[0]) if number in possible)

    def _names(self, values: Any) -> list[str]:
        if values is None or values.get("names") == "last":  # so said a key of versions before
            return self._last_names()
        names = [values.get(f"name-{seat}", "").strip() for seat in range(self.players)]
        tapped = values.get(MORE, "")
        return _seat(tapped.removeprefix(SIT), names) if tapped.startswith(SIT) else names

    def _last_names(self) -> list[str]:
        """Those at the last table of so many, of any game; a table of stand-ins says nothing."""
        named = [["" if seating.is_stand_in(name) else name for name in table] for table in self.tables]
        return next(
            (table for table in named if len(table) == self.players and any(table)), [""] * self.players
        )

    @property
    def rules_open(self) -> bool:
        """Whether the house rules are unfolded: a set was just chosen, more were asked for, or something is wrong."""
        tapped = request.form.get(MORE, "").partition(":")[0]
        return tapped in ("preset", "rules", "subject") or bool(
            self.chosen or self.form.sought or self.form.problems
        )

    @property
    def in_a_line(self) -> str:
        """The rules as they stand, in short."""
        return say_rules(self.game, self.form.rules(), self.players, most=1)

    def problems(self) -> list[Finding]:
        """What the engine says against it; blank names are filled with stand-ins first."""
        usual = seating.stand_ins(self.players)
        filled = [name or usual[seat] for seat, name in enumerate(self.given)]
        self.names, self.renamed = seating.tell_apart(filled)
        findings = seating.problems_of(self.game, self.form.rules(), self.names, self.first_dealer)
        self.name_findings = [finding for finding in findings if finding.path.startswith("players")]
        self.form.place(findings, "rules")
        return findings

    name_findings: list[Finding] = []  # noqa: RUF012 - replaced, never changed

    def name_error(self, seat: int) -> list[Finding]:
        """What is wrong with one name."""
        return [finding for finding in self.name_findings if finding.path == f"players[{seat}]"]

    def page(self) -> str:
        """The form as it stands."""
        return render_template(
            "start.html",
            start=self,
            game=self.game,
            form=self.form,
            places=seating.places(self.game, self.players),
            stand_ins=seating.stand_ins(self.players),
            people=[(name, name_key(name) in map(name_key, self.given)) for name in _people()],
            preset_address=self._address,
            sets=list(rule_sets.known_sets(self.game)),
        )

    def _address(self, players: int | None = None, preset: str | None = None) -> str:
        return url_for(
            "starting.begin",
            slug=self.game.slug,
            players=players or self.players,
            preset=preset or self.form.preset,
        )


def _seat(person: str, names: list[str]) -> list[str]:
    """The names with a person at the first free seat, or up from their seat; the same where none is free."""
    keys = [name_key(name) for name in names]
    if name_key(person) in keys:
        return ["" if key == name_key(person) else name for key, name in zip(keys, names, strict=True)]
    free = names.index("") if "" in names else None
    return [person if seat == free else name for seat, name in enumerate(names)]

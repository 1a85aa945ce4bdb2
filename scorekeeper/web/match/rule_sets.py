"""A table's house rules by link: beside those of others, kept under a name, and played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import uuid4

from flask import Response, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.rules_words import compare_rules
from scorekeeper.games import GAMES
from scorekeeper.store.accounts import rule_sets
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import OWN, find_access
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.refusals import Overtaken, UuidTaken
from scorekeeper.web.desk.ruling_links import decode, encode, short_rules
from scorekeeper.web.drawing.answering import draw_square
from scorekeeper.web.entry.forms import identity
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.leagues.guard import find_allowed, find_asker
from scorekeeper.web.leagues.index import known_leagues
from scorekeeper.web.site import recents
from scorekeeper.web.site.alone import outside_address
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device, is_known
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import ANYBODY, POST, Pages, require

pages = Pages("rule_sets", "/rules")
VERSION = 1
PHONE, DROP = "phone", "drop"
"""Where rules are kept by their keys, besides a league, which is named by its id."""


class RuleSet(NamedTuple):
    """House rules as a link carries them: a document, and the name that a table gave them, if it did."""

    game: Game
    name: str
    rules: dict[str, Any]

    @property
    def code(self) -> str:
        """The letters that carry them in an address."""
        return encode([VERSION, self.game.slug, self.name, self.rules])

    @property
    def most(self) -> int:
        """How many can play by them at most: by that number they are read."""
        return self.game.find_most_players(self.rules)


def make_set(game: Game, rules: Mapping[str, Any], name: str) -> RuleSet:
    """House rules as a document of any length gives them."""
    return RuleSet(game, name, short_rules(game, game.read_rules_alone(dict(rules), Report())))


def read_set(game: str, code: str) -> RuleSet | None:
    """The rules that an address carries; None where it carries none of this game that the program knows."""
    packed = decode(code)
    if game not in GAMES or type(packed) is not list or len(packed) != 4 or packed[:2] != [VERSION, game]:
        return None
    _version, _game, name, rules = packed
    report = Report()
    read = GAMES[game].read_rules_alone(rules, report)
    name_reader = FieldReader()
    if report.errors or (name != "" and (name_reader.name(name) != name or name_reader.report.errors)):
        return None
    return RuleSet(GAMES[game], name, short_rules(GAMES[game], read))


def address(game: str, rules: Mapping[str, Any], name: str = "") -> str:
    """The page of house rules."""
    return url_for("rule_sets.show", game=game, code=make_set(GAMES[game], rules, name).code)


def known_sets(game: Game) -> Iterator[RuleSet]:
    """What this phone knows under a name: what it keeps, and the house rules of the reader's leagues."""
    for kept in rule_sets.list_sets(session(), device(), game.slug) if is_known() else ():
        yield make_set(game, kept.rules, kept.name)
    for league in known_leagues():
        if game.slug in league.house:
            yield make_set(game, league.house[game.slug], league.name)


def _others(game: Game) -> Iterator[RuleSet]:
    """What rules are compared with: those of the last table, those with a name, and the usual sets."""
    last_rules = recents.last_rules(game.slug)
    if last_rules is not None:
        yield make_set(game, last_rules, _("your last table"))
    yield from known_sets(game)
    for preset, words in game.preset_names.items():
        yield make_set(game, {"preset": preset}, say(words).partition(":")[0])


@pages.add("/<game>/set/<code>", may=ANYBODY)
def show(game: str, code: str) -> str:
    """House rules, and how they differ from others."""
    return _page(require(read_set(game, code)))


def _page(rule_set: RuleSet, findings: Any = (), typed: str | None = None) -> str:
    others = list(_others(rule_set.game))
    asked = read_set(rule_set.game.slug, request.args.get("beside", ""))
    beside = asked or others[0]
    kept = {
        saved.name
        for saved in (rule_sets.list_sets(session(), device(), rule_set.game.slug) if is_known() else ())
    }
    return render_template(
        "rules/set.html",
        game=rule_set.game,
        given=rule_set,
        in_a_line=say_rules(rule_set.game, rule_set.rules, rule_set.most),
        others=[choice for choice in others if choice.code != beside.code],
        beside=beside,
        beside_in_a_line=say_rules(rule_set.game, beside.rules, beside.most),
        differences=compare_rules(
            rule_set.game, beside.rules, rule_set.rules, min(rule_set.most, beside.most)
        ),
        address=outside_address(url_for("rule_sets.show", game=rule_set.game.slug, code=rule_set.code)),
        leagues=[league for league in known_leagues() if find_allowed(league.public_id, OWN)],
        kept=rule_set.name in kept,
        findings=findings,
        typed=rule_set.name if typed is None else typed,
        uuid=str(uuid4()),
    )


@pages.add("/<game>/set/<code>/qr.svg", may=ANYBODY)
def qr(game: str, code: str) -> Response:
    """The link of house rules as a square."""
    rule_set = require(read_set(game, code))
    return draw_square(outside_address(url_for("rule_sets.show", game=game, code=rule_set.code)))


@pages.add("/<game>/set/<code>", POST, may=ANYBODY)
def keep(game: str, code: str) -> Any:
    """Keep house rules under a name on this phone or no longer, or as those of a league."""
    rule_set, where = require(read_set(game, code)), request.form.get("keep", "")
    if where == DROP:
        rule_sets.drop_set(session(), device(), game, rule_set.name)
        flash(_("This phone keeps these rules no longer."))
    elif where not in ("", PHONE):
        _keep_in_league(rule_set, where)
    else:
        reader = FieldReader()
        typed = request.form.get("name", "")
        name = reader.name(typed)
        if reader.report.errors:
            return _page(rule_set, reader.report.errors, typed), 422
        rule_sets.keep_set(session(), device(), game, name, rule_set.rules)
        rule_set = rule_set._replace(name=name)
        flash(_("This phone keeps these rules. They are offered when a match is started."))
    return redirect(url_for("rule_sets.show", game=game, code=rule_set.code), 303)


def _keep_in_league(rule_set: RuleSet, league: str) -> None:
    access = require(find_allowed(league, OWN))
    with suppress(Overtaken, UuidTaken):
        founding.describe_league(
            session(),
            access,
            uuid=identity(request.form),
            seen=founding.described_seq(session(), access.league.id),
            house={rule_set.game.slug: rule_set.rules},
        )
    updated = find_access(session(), league, find_asker())
    if updated is not None and updated.league.house.get(rule_set.game.slug) == rule_set.rules:
        flash(_("These are the house rules of %(league)s now.", league=access.league.name))
    else:
        flash(_("This form had been sent already. Press the button once more if you mean something new."))

"""What owners decide: name, rules, who may read, the link; and the bin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request, url_for
from flask_babel import gettext as _

from scorekeeper.core.fields import Repeated, TextField
from scorekeeper.core.findings import Report
from scorekeeper.core.options import Option
from scorekeeper.core.rules_words import say_choice
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.rule_examples import NAMES, make_example
from scorekeeper.league.rules import (
    IN_PRESETS,
    NOT_ASKED,
    PRESET_NAMES,
    PRESETS,
    LeagueRules,
    read_league_rules,
    rules_document,
)
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import OWN, PRIVATE, PUBLIC, READ, Access, link_of
from scorekeeper.store.leagues.log.seasons import has_unconfirmed
from scorekeeper.web.entry.rules_forms import RulesForm
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.leagues.guard import FieldsForm, LeagueForm, go_to, page, pages, press_button
from scorekeeper.web.leagues.index import NAME, OPEN_TO
from scorekeeper.web.leagues.matches.shown import list_waiting
from scorekeeper.web.match import rule_sets
from scorekeeper.web.match.links import key
from scorekeeper.web.request.security import MORE
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH, POST

CARDS = ("wins", "pairs", "places", "evenings", "club")
"""The ways of counting that are shown as cards, each with an example."""
LINES: Mapping[str, tuple[Text, tuple[str, ...]]] = {
    "counting": (
        T("Points"),
        (
            *("counting", "unit", "win", "exceptions", "shared", "loss"),
            *("places", "place_points", "evening_points"),
        ),
    ),
    "tie_breaks": (T("Among equals"), ("tie_breaks",)),
    "least_matches": (T("Fewest matches"), ("least_matches", "best_nights")),
    "confirmation": (
        T("Results are confirmed"),
        ("confirmation", "stopped", "series", "rematches", "credited"),
    ),
    "zone": (T("Time zone"), ("zone", "day_ends")),
    "provisional": (T("Ratings"), ("provisional", "inactive_days")),
}
"""All rules as lines that unfold: what each line is called, and its rules; the first is said on the line."""

ABOUT = TextField(
    name="about", label=T("About it"), hint=T("for instance when and where you play"), most=500, optional=True
)


WOULD_WAIT = T(
    "Some matches count although they are not confirmed. With any other choice they wait to be confirmed."
)


def fill_preset(document: dict[str, Any]) -> dict[str, Any]:
    """Every rule's value as a form compares it: lists for tuples, and empty lists left out."""
    whole = rules_document(read_league_rules(document, Report()))
    return {name: value for name, value in whole.items() if name not in ("preset", "edition") and value != []}


class LeagueRulesForm(RulesForm, LeagueForm):
    """Every rule of a league or a season."""

    def holds(self, preset: str) -> bool:
        """Whether the rules that presets are about stand as this preset has them."""
        meant, shown = fill_preset({"preset": preset}), self.values()
        about = IN_PRESETS & self.declared.keys()
        return all(meant.get(name) == shown.get(name) for name in about)

    @property
    def lines(self) -> list[tuple[Text, str, list[Any], bool]]:
        """Each line: its name, what stands there, the inputs it unfolds, and whether it is open: something is wrong or
        was added there.
        """
        stands, added = read_league_rules(self.rules(), Report()).options.values(), request.form.get(MORE)
        return [
            (
                label,
                _say_rule(self.declared[name], stands[name]),
                [self[option] for option in names if option in self.declared],
                any(self[option].findings or option == added for option in names if option in self.declared),
            )
            for name, (label, names) in LINES.items()
            if name in self.declared
        ]


def _say_rule(option: Option, value: Any) -> str:
    """A rule as its line says it; of a list the first."""
    if not isinstance(option.field, Repeated):
        return say(say_choice(option, value))
    return say(say_choice(option._replace(field=option.field.of), value[0]) if value else T("none"))


def rules_form(
    rules: dict[str, Any], now: int, *, unconfirmed: bool, without: Sequence[str] = ()
) -> LeagueRulesForm:
    """The form of a league's rules, as they stand since the event ``now`` or as they were typed.

    ``unconfirmed`` says that there are matches that were not confirmed. A preset that is asked for by its button
    decides the rules that presets are about; the others stay, also as they were just typed.
    """
    asked = request.args.get("preset", "")
    asked_for = {name: option for name, option in LeagueRules.list_options().items() if name not in without}
    kept = [name for name in asked_for if name not in IN_PRESETS]
    chosen, shown = rules.get("preset", ""), rules
    if asked in PRESETS:
        own = {name: value for name, value in rules.items() if name not in IN_PRESETS}
        chosen, shown = asked, {**own, "preset": asked}
    form = LeagueRulesForm(asked_for, PRESETS, fill_preset, chosen, rules=shown, kept=kept).about(now)
    if unconfirmed and rules.get("confirmation") == NOT_ASKED:
        form["confirmation"].hint = WOULD_WAIT
    return form


@pages.add("/<public_id>/more", may=READ)
def more(access: Access) -> Any:
    """The way to everything else."""
    house = [
        (
            game,
            say_rules(game, kept, game.find_most_players(kept)),
            rule_sets.address(game.slug, kept, access.league.name),
        )
        for game in GAMES.values()
        if (kept := access.league.house.get(game.slug)) is not None
    ]
    values = {"link": _link(access), "waiting": list_waiting(access), "house": house}
    return page("more", values)


@pages.add("/<public_id>/settings", BOTH, may=OWN)
def settings(access: Access) -> Any:
    """Name, description and who may read."""
    league = access.league
    seen = founding.described_seq(session(), league.id)
    form = FieldsForm(
        NAME, ABOUT, OPEN_TO, seen=seen, name=league.name, about=league.about, access=league.access
    )
    if request.method == "POST":
        name, about, open_to = form.text("name"), form.text("about"), form.text("access")
        with form.saving():
            founding.describe_league(
                session(), access, **form.change, name=name, about=about, open_to=open_to
            )
            return go_to("settings", access)
    return page("settings", {"link": _link(access)}, form)


@pages.add("/<public_id>/rules", BOTH, may=OWN)
def rules(access: Access) -> Any:
    """What is counted, and how. The standings are derived again from the matches."""
    league = access.league
    now, unconfirmed = founding.described_seq(session(), league.id), has_unconfirmed(session(), league.id)
    form = rules_form(dict(league.rules), now, unconfirmed=unconfirmed)
    if request.method == "POST":
        with form.saving(_("Saved. The tables are being worked out anew.")):
            founding.describe_league(session(), access, **form.change, rules=form.rules())
            return go_to("standings", access)
    return page("rules", {**rule_cards()}, form)


def rule_cards() -> dict[str, Any]:
    """The ways of counting: those that are cards, with their examples, and the others."""
    return {
        "cards": [(name, PRESET_NAMES[name], make_example(name)) for name in CARDS],
        "others": {name: words for name, words in PRESET_NAMES.items() if name not in CARDS},
        "example_names": NAMES,
    }


@pages.add("/<public_id>/renew-link", POST, may=OWN)
def renew_link(access: Access) -> Any:
    """Withdraw the league's link and make another."""
    with press_button(_("The old link opens nothing any more.")) as form:
        founding.renew_link(session(), access, uuid=form.uuid)
    return go_to("settings", access)


@pages.add("/<public_id>/bin", POST, may=OWN)
def throw_away(access: Access) -> Any:
    """Into the bin, where only owners see it; and out again."""
    back = access.league.binned_at is not None
    write = founding.restore_league if back else founding.put_in_bin
    words = _("The league is back.") if back else _("The league is in the bin. Only its owners see it there.")
    with press_button(words) as form:
        write(session(), access, uuid=form.uuid)
    return go_to("settings", access)


def _link(access: Access) -> str | None:
    """The league's link, where there is one to be given on."""
    league = access.league
    if league.access == PRIVATE or access.role is None or is_alone():
        return None
    if league.access == PUBLIC:
        return url_for("leagues.standings", public_id=league.public_id, _external=True)
    token = link_of(key(), league)
    return url_for("leagues.link", public_id=league.public_id, token=token, _external=True)

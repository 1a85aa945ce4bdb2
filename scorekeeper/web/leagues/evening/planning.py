"""The plan of an evening: it begins as the last one was, and every line of it unfolds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from scorekeeper.core.findings import Report
from scorekeeper.core.rules_words import say_choice
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.evening.evening_plan import BANDS, KNOCKOUT, PLACES, PRESETS, EveningPlan, read_plan
from scorekeeper.league.rules import LeagueRules, rules_document
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import find_last_run
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.log.seasons import present_season, rules_in
from scorekeeper.web.entry.rules_forms import RulesForm
from scorekeeper.web.entry.rules_words import say_rules
from scorekeeper.web.leagues.evening.running import find_running, show
from scorekeeper.web.leagues.guard import LeagueForm, go_to, pages
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH

LINES: Mapping[str, tuple[Text, tuple[str, ...]]] = {
    "game": (T("Game"), ("game",)),
    "seats": (T("Who with whom"), ("seats", "size")),
    "rounds": (T("Rounds"), ("rounds", "way", "wins_needed", "planned")),
    "deals": (T("Length"), ("deals", "last_deal")),
    "points": (T("Points"), ("points", "bands", "place_points")),
    "resting": (T("Who rests"), ("resting",)),
}
"""The lines of a plan: what each is called, and the options that unfold in it; the first two are said on the line."""


class PlanForm(RulesForm, LeagueForm):
    """Every option of a plan."""


def _settle(chosen: dict[str, Any]) -> dict[str, Any]:
    document = rules_document(read_plan(chosen, Report()))
    return {name: value for name, value in document.items() if name not in ("preset", "edition")}


@pages.add("/<public_id>/nights/<date>/run/plan", BOTH, may=ORGANISE)
def plan_evening(access: Access, date: str) -> Any:
    """How the evening is played; a plan that is saved leads to who is here."""
    running = find_running(access, date, planned=False)
    last = find_last_run(session(), access.league.id, running.night.date)
    own = running.run.evening is not None
    kept = running.run if own else last
    plan = dict(kept.evening.plan) if kept and kept.evening and "new" not in request.args else {}
    form = PlanForm(EveningPlan.list_options(), PRESETS, _settle, "evening", rules=plan)
    name = request.form.get("plan_name", (kept.plan_name if kept and plan else "") or "")
    if request.method == "POST":
        chosen = form.values()
        if own and _says_the_same(running.evening.plan, chosen) and name == (running.run.plan_name or ""):
            return go_to("here", access, date=date)
        with form.writing():
            key = running.night.key
            organising.plan_evening(session(), access, uuid=form.uuid, key=key, plan=chosen, name=name)
            return go_to("here", access, date=date)
    season = present_season(session(), access.league, running.night.date)
    credited = LeagueRules.list_options()["credited"]
    values = {
        "credited": (credited.field.label, say_choice(credited, access.league.options.credited)),
        "lines": _list_lines(access, form),
        "plan_name": name,
        "like": last.plan_name if last and not own else "",
        "has_last": last is not None and not own,
        "season": season,
        "counting": rules_in(access.league, season).options.counting,
    }
    return show(running, "plan_evening", values, form)


def _list_points(plan: Mapping[str, Any]) -> list[str]:
    """What winners and losers get by the difference, or what each place brings, where the plan counts by these."""
    if plan["points"] == BANDS:
        return [f"{band['winner']}:{band['loser']}" for band in plan["bands"]]
    return [str(points) for points in plan["place_points"]] if plan["points"] == PLACES else []


def _says_the_same(plan: Mapping[str, Any], chosen: dict[str, Any]) -> bool:
    """Whether a form, in which nothing is wrong, says what stands already."""
    report = Report()
    return plan == rules_document(read_plan(chosen, report)) and not report.errors


def _list_lines(access: Access, form: PlanForm) -> list[tuple[Text, str, str, list[Any], bool]]:
    """Each line: its name, what stands first, what more is said, the inputs it unfolds, and whether one is wrong."""
    stands = _settle(form.values())
    words = {name: say(say_choice(form.declared[name], stands[name])) for name in LINES}
    words["way"] = say(say_choice(form.declared["way"], stands["way"]))
    if stands["way"] == KNOCKOUT:  # how many rounds it has is known at its end
        words["rounds"], words["way"] = words["way"], ""
    house = access.league.house.get(stands["game"], {})
    game = GAMES[stands["game"]]
    more = {
        "game": say_rules(game, house, game.find_most_players(house), most=2) if house else "",
        "rounds": words["way"],
        "deals": say(T("last deal at {time}", time=stands["last_deal"])) if stands["last_deal"] else "",
        "points": " · ".join(_list_points(stands)),
    }
    return [
        (
            label,
            words[name],
            more.get(name, ""),
            [form[option] for option in inputs],
            any(form[option].findings for option in inputs),
        )
        for name, (label, inputs) in LINES.items()
    ]

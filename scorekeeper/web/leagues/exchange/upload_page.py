"""The page of something that was handed in: how it was read, who is who in it, and how far it is."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from flask import abort, flash, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.games import GAMES
from scorekeeper.store.leagues.exchange import imports as importing
from scorekeeper.store.leagues.exchange import sources, uploads
from scorekeeper.store.leagues.exchange.bg_stats import AS_IT_IS, LEFT_OUT, WON
from scorekeeper.store.leagues.exchange.game_names import known_game
from scorekeeper.store.leagues.exchange.uploads import NAMES, RUNNING, Upload
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.people.roster import LeaguePlayer
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.exchange.imports import KINDS, WAYS, asked_way
from scorekeeper.web.leagues.guard import FieldsForm, go_to, page, pages, tell_problems
from scorekeeper.web.leagues.matches.results import Previewed, preview_of
from scorekeeper.web.leagues.matches.shown import offer_players, updating_state
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH, require

STEP_SECONDS = 1.5
"""How long one look at a running import works on it."""
PLACES_TOLD = 5
"""So many places of one remark are named."""
PAIRS_TOLD = 6
"""Of so many groups it is asked who were partners; the others stand folded."""
NAMES_AT_ONCE = 50
"""So many names a page asks about; all others stay the players they were taken for."""


@pages.add("/<public_id>/imports/<key>", BOTH, may=ORGANISE)
def upload(access: Access, key: str) -> Any:
    """Who is who, what will come in, and how far it is."""
    upload = require(uploads.find_upload(session(), access, key))
    form = FieldsForm()
    if request.method == "POST":
        act = {"names": _choose, "go": _go, "undo": _undo, "forget": _forget, "read": _read_again}.get(
            request.form.get("do", "names")
        )
        if act is None:
            abort(404)
        return act(access, upload, form)
    if upload.state == RUNNING:
        upload = importing.continue_import(session(), access, key, STEP_SECONDS)
    values = {
        "upload": upload,
        "kinds": KINDS,
        **_reading_ways(upload),
        **(_who_is_who(access, upload) if upload.state == NAMES else {}),
        "most": uploads.MAX_PROBLEMS,
        "said": _remarks(upload),
        "updating": updating_state(access),
        "preview": _preview(upload) if upload.state == NAMES else [],
        "refresh": upload.state == RUNNING,
    }
    return page("upload", values, form)


def _who_is_who(access: Access, upload: Upload) -> dict[str, Any]:
    """A page of the names, and the players each may be: those with a near name, and those that lists offer.

    Names that may be a player's are asked; those that surely are one's, and those of no player here, stand folded.
    """
    skip = number_in(request.args.get("skip")) or 0
    asked = upload.people[skip : skip + NAMES_AT_ONCE]
    unknown = [(number, person) for number, person in enumerate(asked, skip) if not person["is"]]
    near = {person["id"]: [person["is"], *person.get("near", ())] for person in asked}
    players = roster.find_players(
        session(), access.league.id, {key for keys in near.values() for key in keys}
    )
    listed = offer_players(access)
    offered = listed.players if listed.search or not listed.many else []
    return {
        "asked": [(number, person) for number, person in unknown if person.get("near")],
        "known": [(number, person) for number, person in enumerate(asked, skip) if person["is"]],
        "new": [(number, person) for number, person in unknown if not person.get("near")],
        "asked_from": skip,
        "may_be": {id: _each_once(near[id], players, offered) for id in near},
        "offered": listed,
        "before": skip - NAMES_AT_ONCE if skip else None,
        "after": skip + NAMES_AT_ONCE if skip + NAMES_AT_ONCE < len(upload.people) else None,
    }


def _each_once(
    keys: list[str], players: dict[str, LeaguePlayer], offered: list[LeaguePlayer]
) -> list[LeaguePlayer]:
    first = {key: players[key] for key in keys if key in players}
    return [*first.values(), *(player for player in offered if player.key not in first)]


def _preview(upload: Upload) -> list[Previewed]:
    names = {person["id"]: person["name"] or _("without a name") for person in upload.people}
    coming = (item for item in upload.first if sources.number_of(item) not in upload.left_out)
    return [preview_of(item, names) for item in coming]


def _reading_ways(upload: Upload) -> dict[str, Any]:
    """How the file was read, and how else it may be."""
    how = upload.plan.get("found", {}) if upload.state == NAMES else {}
    return {
        "how": how,
        "ways": {name: way for name, way in WAYS.items() if name in how},
        "partners": list(enumerate(how.get("partners", []))),
        "pairs_told": PAIRS_TOLD,
        "won_together": WON,
        **_sort_games(how.get("games", [])),
        "known_games": {slug: game.name for slug, game in GAMES.items()},
        "left_out": LEFT_OUT,
        "as_it_is": AS_IT_IS,
    }


def _read_again(access: Access, upload: Upload, form: FieldsForm) -> Any:
    """Read the file in the way that was chosen; if it cannot be read so, it stays as it was read. Who was said to be
    who stays who they are.
    """
    how = _chosen_ways(upload)
    with form.writing():
        _store_choices(access, upload)
    read: Upload | None = None
    with form.writing():
        read = uploads.read_upload_again(session(), access, upload.key, how)
    if read is None:
        flash(_("The file cannot be read in this way."))
    tell_problems(form)
    return go_to("upload", access, key=upload.key)


def _chosen_ways(upload: Upload) -> dict[str, Any]:
    """How the file was read, with what was chosen otherwise on its page."""
    as_read = upload.plan.get("found", {})
    how = {name: value for name, value in {**as_read, **asked_way()}.items() if name in as_read}
    if "games" in as_read:
        how["games"] = [
            {**game, "in": _read_choice(f"game-{number}", game["in"], (LEFT_OUT, AS_IT_IS, *GAMES))}
            for number, game in enumerate(as_read["games"])
        ]
    if "partners" in as_read:
        how["partners"] = []
        for number, group in enumerate(as_read["partners"]):
            answers = (LEFT_OUT, WON, *map(str, range(len(group["ways"]))))
            how["partners"].append({**group, "in": _read_choice(f"with-{number}", group["in"], answers)})
    return how


def _sort_games(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The games with their places: those that are ours or come in, and the others, which stay out."""
    sorted_: dict[str, Any] = {"games": [], "others": []}
    for number, game in enumerate(games):
        ours = game["in"] != LEFT_OUT or known_game(game["name"])
        sorted_["games" if ours else "others"].append((number, game))
    return sorted_


def _read_choice(name: str, before: str, answers: Collection[str]) -> str:
    """What the form says, where that is one of the ``answers``; otherwise what was chosen ``before``."""
    answer = request.form.get(name, before)
    return answer if answer in answers else before


def _remarks(upload: Upload) -> list[tuple[str, int | None, str]]:
    """The remarks, each with a number and what it numbers where that can still be left out: at its first remark.

    What is said of several places, and can be left out at none of them, is said once.
    """
    remarks, seen = dict[str, tuple[str, int | None, str]](), set[int | None]()
    places: dict[str, list[str]] = {}
    for problem in upload.problems:
        number = problem.get("number") if upload.state == NAMES else None
        where, text = _place(problem["path"].partition(".")[0]), say(sources.read_problem(problem))
        whole = _place(problem["path"])
        if number is None and where:
            places.setdefault(text, []).append(whole)
            remarks.setdefault(text, (text, None, ""))
        else:
            sentence = f"{whole}: {text}" if whole else text
            remarks[f"{len(remarks)}"] = (sentence, None if number in seen else number, where)
        seen.add(number)
    return [
        (f"{_say_places(places[key])}: {remark[0]}" if key in places else remark[0], remark[1], remark[2])
        for key, remark in remarks.items()
    ]


def _say_places(places: list[str]) -> str:
    """Where something is, of many places the first few and how many more."""
    more = len(places) - PLACES_TOLD
    if more <= 0:
        return ", ".join(places)
    first = ", ".join(places[:PLACES_TOLD])
    return ngettext("%(first)s and %(num)s more", "%(first)s and %(num)s more", more, first=first)


def _place(path: str) -> str:
    """Where in a file something is: the line as the reader says it, the column as the file names it."""
    play = re.fullmatch(r"plays\[(\d+)\].*", path)
    if play is not None:
        return _("play %(number)s", number=int(play[1]) + 1)
    match = re.fullmatch(r"line (\d+)[. ]?(.*)", path)
    if match is None:
        return path
    line = _("line %(number)s", number=match[1])
    return f"{line}, {match[2]}" if match[2] else line


def _store_choices(access: Access, upload: Upload) -> None:
    """Keep who is who, by the names that this page asked about, and which lines or plays stay out."""
    answers = {person["id"]: request.form.get(f"is-{index}") for index, person in enumerate(upload.people)}
    chosen = {id: key for id, key in answers.items() if key is not None}
    lines = [int(line) for line in request.form.getlist("out") if number_in(line) is not None]
    importing.choose_players(session(), access, upload.key, chosen, lines)


def _choose(access: Access, upload: Upload, form: FieldsForm) -> Any:
    """Store who is who, and show the names that the pressed button leads to, or the same ones."""
    with form.writing():
        _store_choices(access, upload)
    skip = number_in(request.form.get("to", request.args.get("skip")))
    return go_to("upload", access, key=upload.key, skip=skip or None, q=request.args.get("q"))


def _go(access: Access, upload: Upload, form: FieldsForm) -> Any:
    """Let it go in as it was shown; what was chosen otherwise since is shown first."""
    if upload.state == NAMES and _chosen_ways(upload) != upload.plan.get("found", {}):
        return _read_again(access, upload, form)
    if upload.state == NAMES:
        with form.writing():
            _store_choices(access, upload)
    with form.writing():
        importing.begin_import(session(), access, upload.key)
    return go_to("upload", access, key=upload.key)


def _undo(access: Access, upload: Upload, form: FieldsForm) -> Any:
    with form.saving(_("It is all out again; its matches are in the bin.")):
        importing.undo_import(session(), access, uuid=form.uuid, key=upload.key)
    return go_to("upload", access, key=upload.key)


def _forget(access: Access, upload: Upload, form: FieldsForm) -> Any:
    if importing.discard_upload(session(), access, upload.key):
        flash(_("Forgotten: nothing of it came in."))
    return go_to("imports", access)

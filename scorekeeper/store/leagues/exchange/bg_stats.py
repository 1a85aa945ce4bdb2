"""An export of BG Stats as items: the plays of the wanted games, and their players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from scorekeeper.core.documents import parse_in_pieces
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.files.csv_reading import read_day
from scorekeeper.league.plausible import Outcome, check_outcome, list_pairings
from scorekeeper.league.strangers import stranger_at
from scorekeeper.store.leagues.exchange.game_names import MAX_GAME, known_game
from scorekeeper.store.leagues.exchange.pace import ITEM, Pace, Steps

LEFT_OUT, AS_IT_IS = "", "="
"""What is said of a game whose plays stay outside, and of one that comes in under its own name."""
UNNAMED = "?"
"""What a game is called that no play names."""
MAX_GAMES = 5_000
"""So many games are asked about, ours first; the plays of all others are left out."""
WON = "won"
"""What is said of four who played in pairs that were not written down: those who won together were partners."""
MAX_PARTNERS = 300
"""So many groups of people are asked who the partners were; in all others those who won were partners."""
Numbered = Mapping[Any, Mapping[str, Any]]
Item = dict[str, Any]
MAX_PLACE, MAX_NAME = 120, 100
NO_NUMBER = T("This is no number by which BG Stats could name anything; it is left out.")


class Export(NamedTuple):
    """What an export holds: players, games and places by their numbers, the plays, and what is done with each game.

    ``names`` are those of the games, read once: there may be many more plays.
    """

    players: Numbered
    games: Numbered
    names: Mapping[Any, str]
    places: Numbered
    plays: list[dict[str, Any]]
    wanted: dict[str, str]
    partners: dict[str, str]

    def name_of(self, play: Mapping[str, Any]) -> str:
        """The name of the game that was played."""
        game = play.get("gameRefId")
        return self.names.get(game, UNNAMED) if _is_number(game) else UNNAMED


def read_bg_stats(
    text: bytes, report: Report, choices: Mapping[str, Any], most: int
) -> Steps[tuple[list[Item], dict[str, Any]]]:
    """The items, and how each game was read: its ``plays``, and whether it comes ``in`` and as what.

    Reading stops one result beyond ``most``, so that the caller sees that there are too many.
    """
    document, wrong = yield from _parse(text)
    if wrong is not None or type(document) is not dict or type(document.get("plays")) is not list:
        report.error("", "unknown_format", T("This is not an export of BG Stats: it has no list of plays."))
        return [], {}
    players, games, places = (_by_id(document, name, report) for name in ("players", "games", "locations"))
    names = {number: _text(game.get("name")).strip()[:MAX_NAME] or UNNAMED for number, game in games.items()}
    export = Export(players, games, names, places, _dicts(document["plays"]), {}, {})
    played_games = _games(export, {game["name"]: game["in"] for game in choices.get("games") or ()})
    export.wanted.update({game["name"]: game["in"] for game in played_games})
    partners = _ask_partners(export, {group["id"]: group["in"] for group in choices.get("partners") or ()})
    export.partners.update({group["id"]: group["in"] for group in partners})
    results = yield from _list_results(export, report, most + 1)
    sat = {player for result in results for player in result["players"]}
    people = [
        {"kind": "player", "id": id, "name": _text(player.get("name"))[:60]}
        for player in players.values()
        if not player.get("isAnonymous") and (id := person_id(player)) in sat
    ]
    return [*people, *results], {"games": played_games, "partners": partners}


def _parse(text: bytes) -> Steps[tuple[Any, Finding | None]]:
    pieces, pace = parse_in_pieces(text), Pace()
    while True:
        try:
            size = next(pieces)
        except StopIteration as end:
            return end.value
        yield from pace.add(size)


def _games(export: Export, chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """The games that were played, the known ones first: their names, plays, and what is done with them."""
    plays = Counter(export.name_of(play) for play in export.plays if not play.get("ignored"))
    ordered = sorted(plays, key=lambda name: (known_game(name) is None, -plays[name], name))[:MAX_GAMES]
    return [
        {"name": name, "plays": plays[name], "in": chosen.get(name, known_game(name) or LEFT_OUT)}
        for name in ordered
    ]


def _list_results(export: Export, report: Report, most: int) -> Steps[list[Item]]:
    results: list[Item] = []
    pace = Pace()
    for item in _results(export, report):
        if item is not None:
            results.append(item)
        if len(results) == most:
            break
        yield from pace.add(ITEM if item is None else ITEM * len(item["players"]))
    return results


def _results(export: Export, report: Report) -> Iterator[Item | None]:
    """An item for each play, or None where it makes none."""
    for number, play in enumerate(export.plays):
        name = export.name_of(play)
        wanted = export.wanted.get(name, LEFT_OUT)
        if play.get("ignored") or (wanted == LEFT_OUT and name != UNNAMED):
            yield None
            continue
        for path in _odd(play):
            report.suspect(f"plays[{number}].{path}", "left_out", NO_NUMBER)
        item = _play(play, export, name[:MAX_GAME].strip() if wanted == AS_IT_IS else wanted)
        at = f"plays[{number}]"
        if isinstance(item, Text):
            report.suspect(at, "left_out", item)
            yield None
            continue
        odd = Report()
        check_outcome(Outcome(item["game"], item["sides"], item.get("totals", ()), item["winners"]), odd)
        for finding in (*odd.errors, *odd.suspects):
            report.suspect(at, finding.code, finding.text)
        yield None if wanted == LEFT_OUT or odd.errors else {**item, "play": number + 1}


def _text(value: Any) -> str:
    """What is written, without what no page shows."""
    written = str(value) if type(value) in (str, int) else ""
    return "".join(character for character in written if character.isprintable())


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if type(entry) is dict] if type(value) is list else []


def _by_id(document: Mapping[str, Any], name: str, report: Report) -> Numbered:
    """What the plays name, by ``id``; entries without a usable one are left out."""
    listed = list(enumerate(_dicts(document.get(name))))
    for number, entry in listed:
        if not _is_number(entry.get("id")):
            report.suspect(f"{name}[{number}].id", "left_out", NO_NUMBER)
    return {entry["id"]: entry for _number, entry in listed if _is_number(entry.get("id"))}


def _is_number(value: Any) -> bool:
    return type(value) in (int, str)


def _odd(play: Mapping[str, Any]) -> Iterator[str]:
    """Where a play names something by what cannot be a number."""
    for name in ("gameRefId", "locationRefId"):
        if play.get(name) is not None and not _is_number(play[name]):
            yield name
    for place, score in enumerate(_dicts(play.get("playerScores"))):
        if not _is_number(score.get("playerRefId")):
            yield f"playerScores[{place}].playerRefId"


def _look_up(by_number: Numbered, number: Any) -> Mapping[str, Any]:
    """The thing that a play names; nothing where it names none."""
    return by_number.get(number, {}) if _is_number(number) else {}


def _id(kind: str, entry: Mapping[str, Any]) -> str:
    text = f"{kind}|{entry.get('uuid') or entry.get('id')}"
    return f"bgs-{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:20]}"


def person_id(player: Mapping[str, Any]) -> str:
    """The id by which a person of an export is known in a league."""
    return _id("player", player)


def _play(play: Mapping[str, Any], export: Export, game: str) -> Item | Text:
    """The item of a play, or why it makes none."""
    players = export.players
    scores = _known_scores(play, export)
    day = read_day(_text(play.get("playDate"))[:19], "")
    if day is None:
        return T("This play has no day; it is left out.")
    if len(scores) < 2:
        return ALONE if scores else T("This play has no players; it is left out.")
    teams: list[list[int]] | None = _teams(scores, bool(play.get("usesTeams")))
    if _asks_partners(teams, game):
        teams = _pair(scores, export.partners.get(_group(scores, export), WON), game, export)
    if teams is None:
        return T("Who played with whom is not known; it is left out.")
    item = {
        "kind": "result",
        "id": _id("play", play),
        "players": [_seat(seat, players[score["playerRefId"]]) for seat, score in enumerate(scores)],
        "game": game,
        "sides": teams,
        "winners": [
            side for side, seats in enumerate(teams) if any(scores[seat].get("winner") for seat in seats)
        ],
        "date": day.date,
    }
    if day.time and day.time != MIDNIGHT:
        item["clock"] = _text(play.get("playDate"))[:19]
    totals = [number_of(scores[seats[0]].get("score")) for seats in teams]
    if not _look_up(export.games, play.get("gameRefId")).get("noPoints") and None not in totals:
        item["totals"] = totals
    place = _text(_look_up(export.places, play.get("locationRefId")).get("name"))[:MAX_PLACE].strip()
    return {**item, "place": place} if place else item


def _seat(seat: int, player: Mapping[str, Any]) -> str:
    """The player of a seat; an anonymous one of BG Stats may be another person in every play."""
    return stranger_at(seat) if player.get("isAnonymous") else person_id(player)


def _known_scores(play: Mapping[str, Any], export: Export) -> list[dict[str, Any]]:
    listed = _dicts(play.get("playerScores"))
    return [score for score in listed if _look_up(export.players, score.get("playerRefId"))]


# --- partners that were not written down ----------------------------------------------------------


def _asks_partners(teams: Sequence[Sequence[int]] | None, game: str) -> bool:
    """Whether all are written down alone in a game that is played in pairs."""
    alone = teams is not None and all(len(seats) == 1 for seats in teams)
    return alone and game in GAMES and bool(list_pairings(GAMES[game], len(teams or ())))


def _group(scores: Sequence[Mapping[str, Any]], export: Export) -> str:
    return "|".join(sorted(person_id(export.players[score["playerRefId"]]) for score in scores))


def _ask_partners(export: Export, answers: Mapping[str, str]) -> list[dict[str, Any]]:
    """The groups that are asked who the partners were: names, plays, pairings by their places, and the answer."""
    groups: dict[str, dict[str, Any]] = {}
    for play in export.plays:
        game = export.wanted.get(export.name_of(play), LEFT_OUT)
        if play.get("ignored") or game not in GAMES:
            continue
        scores = _known_scores(play, export)
        if not _asks_partners(_teams(scores, bool(play.get("usesTeams"))), game):
            continue
        group = _group(scores, export)
        if group not in groups:
            if len(groups) == MAX_PARTNERS:
                continue
            ways = _ways(scores, game, export)
            groups[group] = {"id": group, "plays": 0, "in": LEFT_OUT, "ways": ways}
        groups[group]["plays"] += 1
        if _pair(scores, WON, game, export) is not None:
            groups[group]["in"] = WON
    return [{**entry, "in": answers.get(entry["id"], entry["in"])} for entry in groups.values()]


def _in_order(scores: Sequence[Mapping[str, Any]], export: Export) -> list[int]:
    """The seats in the order of the people's ids, which is the same in all of their plays."""
    return sorted(range(len(scores)), key=lambda seat: person_id(export.players[scores[seat]["playerRefId"]]))


def _ways(scores: Sequence[Mapping[str, Any]], game: str, export: Export) -> list[str]:
    """Every way in which these people can be two sides, in words."""
    order = _in_order(scores, export)
    names = [_text(export.players[scores[seat]["playerRefId"]].get("name"))[:60] for seat in order]
    ways = list_pairings(GAMES[game], len(scores))
    return [" – ".join(" & ".join(names[place] for place in side) for side in way) for way in ways]


def _pair(
    scores: Sequence[Mapping[str, Any]], answer: str, game: str, export: Export
) -> list[list[int]] | None:
    """The seats of both sides, as it was answered; None where that does not say it."""
    ways = list_pairings(GAMES[game], len(scores))
    if answer == WON:
        won = [seat for seat, score in enumerate(scores) if score.get("winner")]
        lost = [seat for seat in range(len(scores)) if seat not in won]
        return [won, lost] if len(won) == len(ways[0][0]) else None
    order = _in_order(scores, export)
    chosen = ways[int(answer)] if answer.isdecimal() and int(answer) < len(ways) else None
    return None if chosen is None else [sorted(order[place] for place in side) for side in chosen]


ALONE = T("One person played this alone; it is left out.")
MIDNIGHT = "00:00"
"""The date of a play whose time was not written down."""


def _teams(scores: list[dict[str, Any]], together: bool) -> list[list[int]]:
    """The seats of every side: those of the same team, or everybody alone."""
    if not together:
        return [[seat] for seat in range(len(scores))]
    teams: dict[str, list[int]] = {}
    for seat, score in enumerate(scores):
        teams.setdefault(str(score.get("team") or f"seat {seat}"), []).append(seat)
    return list(teams.values())


def number_of(value: Any) -> int | None:
    """A score as people and other programs write it: at times a sum like ``12+7``, or with zeros after a comma."""
    written = str(value).strip().replace("−", "-") if value is not None else ""
    text = re.sub(r"[.,]0{1,2}$", "", written)
    if not re.fullmatch(r"[+-]?\d{1,6}([+-]\d{1,6}){0,20}", text, re.ASCII):
        return None
    return sum(int(part) for part in re.findall(r"[+-]?\d+", text))

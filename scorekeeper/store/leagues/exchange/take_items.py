"""One item after the other into a league, within a write: a season, a player, a night, a match, an evening."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T, Text
from scorekeeper.league.evening.kept import list_changes
from scorekeeper.league.evening.state import ROUND, ROUNDS, SAT
from scorekeeper.league.results import CONFIRMED, CONTESTED, ending_of
from scorekeeper.league.strangers import is_stranger, stranger_at
from scorekeeper.store.forgetting.archives import is_forgotten
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.exchange import import_undo
from scorekeeper.store.leagues.exchange.sources import path_of
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import OWN, League, same_rules
from scorekeeper.store.leagues.log.fields import MAX_PLACE, FieldReader
from scorekeeper.store.leagues.log.models import LeagueNightRow, LeaguePlayerRow
from scorekeeper.store.leagues.log.nights import find_night, find_night_by_key, new_night
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.log.seasons import find_season, list_seasons, new_season, present_season
from scorekeeper.store.leagues.log.write import GOOD_KEY, LeagueWrite, derive_key
from scorekeeper.store.leagues.matches.assign_match import write_match
from scorekeeper.store.leagues.matches.confirmation import CONFIRMED_BY_ORGANISER, FOR_EVERYBODY
from scorekeeper.store.leagues.matches.listing import LeagueMatch, find_match, list_keys
from scorekeeper.store.leagues.matches.match_history import write_history
from scorekeeper.store.leagues.matches.record_result import read_outcome, write_result
from scorekeeper.store.leagues.matches.sat_down import move_sat_down
from scorekeeper.store.leagues.people.player_changes import new_player, write_former_name, write_merge
from scorekeeper.store.leagues.people.roster import find_current_player, find_current_players, find_player
from scorekeeper.store.match.record import transfer
from scorekeeper.store.match.record.incoming import MovedMeanwhile, own_of_league
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.match.scored import score_entries
from scorekeeper.store.match.series import BEST_OF, join

MAX_FORMER = 50
"""So many former names come in with a player, the latest."""
WITHOUT_PAST = T("This match came in with its deals, but without what had been corrected in it.")
HASHES_DIFFER = T("The codes in this file do not fit what was recorded in the match; they begin anew here.")
Prepared = transfer.Arrival | Refused | None
"""What was made ready of an item before the lock: a match, why it cannot come in, or nothing that takes long."""


def prepare_item(session: Session, league: League, item: Mapping[str, Any]) -> Prepared:
    """Play the match of an item, so that no writer waits for it. Nothing is written."""
    if item["kind"] != "match":
        return None
    own = _tell_copies_apart(session, league, item)
    if own is None:
        return None
    try:
        transfer.refuse_emptied(session, item)
        findings = score_entries(item["document"]).errors
        if findings:
            raise make_refusal(findings[0].path, findings[0].code, findings[0].text)
        return transfer.prepare_arrival(session, item, own, league=league.public_id)
    except Refused as refused:
        return refused


def _tell_copies_apart(session: Session, league: League, item: Mapping[str, Any]) -> str | None:
    """What tells a new copy of a match from those that came before and went again; None when one is there."""
    if list_keys(session, league.id, [str(item["id"])]):
        return None
    own = own_of_league(league.public_id, str(item["id"]))
    while (copy := transfer.copy_of(session, item, own)) is not None:
        if list_keys(session, league.id, [copy]):
            return None
        own += "|again"
    return own


def key_of(league: League, kind: str, file_id: Any) -> str:
    """The key that a thing brings, if it can be one here; else one that follows from it."""
    text = str(file_id)
    return text if GOOD_KEY.fullmatch(text) else derive_key(f"{league.public_id}|{kind}|{text}")


class Taking:
    """Takes items in. ``plan`` says who is who (``people``), and keeps what was made under which key (``made``).

    ``dated``: an item that names no season belongs to that of its date, seasons go by their names, and people are made
    when a result needs them. ``remarks`` say what came in otherwise than its archive has it.
    """

    def __init__(self, write: LeagueWrite, upload: str, plan: dict[str, Any], *, dated: bool = False) -> None:
        self.write, self.upload, self.plan, self.dated = write, upload, plan, dated
        self.session = write.session
        self._people = {person["id"]: person for person in plan["people"]}
        self.remarks: list[Finding] = []

    def take(self, item: Mapping[str, Any], prepared: Prepared) -> None:
        """One item. What the league has already is left as it is. Raises Refused for what cannot be, and
        MovedMeanwhile where it has to be prepared anew.
        """
        if item["kind"] == "match":
            self._match(item, prepared)
            return
        takers: dict[str, Callable[[Mapping[str, Any]], None]] = {
            "league": self._rules,
            "season": self._season,
            "player": self._player,
            "merge": self._merge,
            "night": self._night,
            "result": self._result,
            "evening": self._evening,
        }
        takers[item["kind"]](item)

    @property
    def _league(self) -> int:
        return self.write.league.id

    def _key(self, kind: str, file_id: Any) -> str:
        return key_of(self.write.league, kind, file_id)

    def _rules(self, item: Mapping[str, Any]) -> None:
        """An empty league goes by the archive's rules if its owner brings it in; any other keeps its own."""
        form = FieldReader()
        rules = form.rules(item.get("rules") or {})
        form.check()
        may = self.write.access.may(OWN) and not import_undo.has_matches(self.write)
        if may:
            import_undo.take_house(self.write, self.plan, item.get("house"))
        if same_rules(rules, self.write.league.rules):
            return
        if may:
            import_undo.take_rules(self.write, self.plan, rules)
            return
        text = T("This league keeps its own rules; those of the archive differ, and so may its tables.")
        self.remarks.append(Finding("", "own_rules", text))

    def _season(self, item: Mapping[str, Any]) -> None:
        key = self._key("season", item["id"])
        if self.dated:  # by its name, as a table knows it
            seasons = list_seasons(self.session, self._league)
            key = next((season.key for season in seasons if season.name == item["name"]), key)
        self._note_made("season", item, key)
        if find_season(self.session, self._league, key) is not None:
            return
        form = FieldReader()
        name = form.name(item["name"])
        body = {
            "starts": form.date(item.get("starts"), "starts", optional=True),
            "ends": form.date(item.get("ends"), "ends", optional=True),
            "rules": form.rules(item["rules"]) if type(item.get("rules")) is dict else None,
            "import": self.upload,
        }
        form.check()
        new_season(self.write, name, {name: value for name, value in body.items() if value is not None}, key)

    def _note_made(self, kind: str, item: Mapping[str, Any], key: str) -> None:
        self.plan["made"][f"{kind} {item['id']}"] = key

    def _find_made(self, kind: str, file_id: Any) -> str | None:
        return self.plan["made"].get(f"{kind} {file_id}") if file_id is not None else None

    def _find_all_made(self, kind: str, file_ids: Iterable[Any]) -> list[str]:
        return [key for file_id in file_ids if (key := self._find_made(kind, file_id))]

    def _player(self, item: Mapping[str, Any]) -> None:
        is_who = self._people.get(str(item["id"]), {}).get("is") or ""
        chosen = find_current_player(self.session, self._league, is_who)
        if chosen is not None:
            self._note_made("player", item, chosen.key)
        elif not self.dated:
            self._make_player(item)

    def _make_player(self, item: Mapping[str, Any]) -> None:
        key = self._key("player", item["id"])
        if find_player(self.session, self._league, key) is not None:
            key = derive_key(f"{self.upload}|{key}")
        if find_player(self.session, self._league, key) is None:
            self._new_player(item, key)
        self._note_made("player", item, key)

    def _new_player(self, item: Mapping[str, Any], key: str) -> None:
        guest, away = item.get("guest") is True, item.get("away") is True
        forgotten = is_forgotten(self.session, self.write.league.public_id, str(item["id"]))
        if item.get("name") is None or forgotten:  # a player who asked to be anonymous stays so
            new_player(self.write, None, guest=guest, away=away, key=key, imported=self.upload)
            return
        form = FieldReader()
        name, *former = map(form.name, (item["name"], *(item.get("former") or ())[-MAX_FORMER:]))
        form.check()
        new_player(self.write, name, guest=guest, away=away, key=key, imported=self.upload)
        for former_name in former:
            write_former_name(self.write, key, former_name)

    def _merge(self, item: Mapping[str, Any]) -> None:
        """Merge a player that an archive brought into another; players who were there before stay who they are."""
        player, into = self._find_made("player", item["id"]), self._find_made("player", item["into"])
        if player is None or into is None:
            return
        now = find_current_players(self.session, self._league, (player, into))
        if player in now and now[player] == now.get(into):
            return
        if not self._is_brought(player):
            text = T("By the archive these two are one player; they were here before, and stay two.")
            raise make_refusal("merged_into", "stay_two", text)
        write_merge(self.write, player, into, self.upload)

    def _is_brought(self, key: str) -> bool:
        ours = LeaguePlayerRow.league_id == self._league, LeaguePlayerRow.key == key
        query = select(LeaguePlayerRow.imported).where(*ours)
        return self.session.execute(query).scalar() == self.upload

    def _night(self, item: Mapping[str, Any]) -> None:
        form = FieldReader()
        date, starts = form.date(item["date"], "date"), form.clock(item.get("starts"), "starts")
        place = form.text(item.get("place"), "place", MAX_PLACE)
        form.check()
        assert date is not None
        key = self._key("night", item["id"])
        existing = find_night(self.session, self._league, date)
        existing = existing or find_night_by_key(self.session, self._league, key)
        self._note_made("night", item, existing.key if existing else key)
        if existing is not None:
            return
        body = {
            "date": date,
            "starts": starts,
            "season": self._find_made("season", item.get("season")),
            "planned": item.get("planned") is True,
            "cancelled": item.get("cancelled") is True,
            "came": self._find_all_made("player", item.get("came") or ()),
            "import": self.upload,
        }
        new_night(self.write, body, place, key)

    def _players(self, item: Mapping[str, Any]) -> list[str]:
        """The players of an item. A new name in a spreadsheet becomes a player when its first line comes in."""
        for seat, player in enumerate(item["players"]):
            if player == stranger_at(seat):
                self._note_made("player", {"id": player}, player)
            elif self._find_made("player", player) is None and player in self._people:
                self._make_player(self._people[player])
        keys = self._find_all_made("player", item["players"])
        named = [key for key in keys if not is_stranger(key)]
        people = {player.key for player in find_current_players(self.session, self._league, named).values()}
        if len(people) + len(keys) - len(named) != len(item["players"]):
            raise make_refusal("players", "twice", T("One person cannot sit on two seats."))
        return keys

    def _date(self, item: Mapping[str, Any]) -> str:
        form = FieldReader()
        date = form.date(item.get("date"), "date")
        form.check()
        assert date is not None
        return date

    def _match(self, item: Mapping[str, Any], arrival: Prepared) -> None:
        session, league = self.session, self.write.league
        own = _tell_copies_apart(session, league, item)
        if own is None:
            return
        if isinstance(arrival, Refused):
            raise arrival
        if arrival is None or arrival.own != own:
            raise MovedMeanwhile
        # before anything is noted of its players
        table_match, order = transfer.write_arrival(session, arrival)
        players, date, whole = self._players(item), self._date(item), arrival.whole
        if len(order) != len(players):
            raise make_refusal("players", "player_count", T("Say for every seat of the match who sat there."))
        by_person = dict(zip(order, players, strict=True))
        sat = [by_person[person] for person in table_match.players]
        season, before = self._find_made("season", item.get("season")), find_night(session, league.id, date)
        later = move_sat_down(item.get(SAT) or {}, self._list_made("player"), table_match) if whole else {}
        write_match(self.write, table_match, sat, date, season, self.upload, later)
        import_undo.keep_called_off(self.write, self.plan, before)
        own_key = table_match.public_id
        self.plan["matches"].append(own_key)
        self._note_made("match", item, own_key)
        versions = range(1, table_match.seq + 1)
        if not (whole and write_history(self.write, own_key, item.get("history"), versions)):
            self._confirm(own_key, item, table_match.seq)
        if item.get("events") and not whole:
            self.remarks.append(Finding(path_of(item), "without_past", WITHOUT_PAST))
        elif transfer.lost_hashes(table_match, item):
            self.remarks.append(Finding(path_of(item), "hashes_differ", HASHES_DIFFER))
        self._join(item, own_key)

    def _join(self, item: Mapping[str, Any], own: str) -> None:
        """A match of a series follows the first one of it: of the archive, or of the league if that came in before."""
        name = item.get("series")
        if name is None:
            return
        existing = find_match(self.session, self._league, name)
        before = self._find_made("series", name) or (existing and existing.public_id)
        first = own if before is None or name == item["id"] else before
        self._note_made("series", {"id": name}, first)
        join(self.session, first, {before or own, own} - {first}, item.get("best_of"))

    def _confirm(self, key: str, item: Mapping[str, Any], seq: int) -> None:
        state, version = item.get("confirmation"), item.get("confirmed_seq")
        if state == CONFIRMED:
            confirmed = version if type(version) is int and 0 < version <= seq else seq
            self.write.write(event_kinds.CONFIRMED, key, {**CONFIRMED_BY_ORGANISER, "version": confirmed})
        elif state == CONTESTED:
            self.write.write(event_kinds.CONTESTED, key, {**FOR_EVERYBODY, "version": seq})

    def _result(self, item: Mapping[str, Any]) -> None:
        key = self._key("result", item["id"])
        match = find_match(self.session, self._league, key)
        if match is not None:
            self._compare(match, item)
            return
        players, date = self._players(item), self._date(item)
        totals, more = item.get("totals") or (), ending_of(item) | self._series(item)
        body = read_outcome(item["game"], len(players), item["sides"], item["winners"], totals)
        moment = self._moment(item)
        result = {**body, **more, "players": players, "night": date} | ({"moment": moment} if moment else {})
        before = find_night(self.session, self._league, date)
        write_result(self.write, key, result, self._season_of(item, date), self.upload)
        import_undo.keep_called_off(self.write, self.plan, before)
        if item.get("place"):
            self._place(date, item["place"])
        if not write_history(self.write, key, item.get("history"), range(1)):
            self._confirm(key, {"confirmation": CONFIRMED, **item}, 0)

    def _compare(self, match: LeagueMatch, item: Mapping[str, Any]) -> None:
        """What is there already stays as it is; where a file has it otherwise, that is said."""
        if match.result is None:
            return
        same = ("date", match.night), ("totals", match.result["totals"]), ("winners", match.result["winners"])
        if any(item.get(name, value) != value for name, value in same):
            text = T("It is in the league already with other figures, and was left as it is.")
            self.remarks.append(Finding(path_of(item), "left_as_it_is", text))

    def _series(self, item: Mapping[str, Any]) -> dict[str, Any]:
        best_of = {"best_of": item["best_of"]} if item.get("best_of") in BEST_OF else {}
        return {"series": self._key("series", item["series"]), **best_of} if item.get("series") else {}

    def _moment(self, item: Mapping[str, Any]) -> str | None:
        form = FieldReader()
        moment = form.moment(item.get("moment"), "moment", optional=True)
        form.check()
        return moment

    def _season_of(self, item: Mapping[str, Any], date: str) -> str | None:
        """The season that is named; where none is, notebooks and other programs know the date, which has one."""
        if self.dated and "season" not in item:
            season = present_season(self.session, self.write.league, date)
            return season.key if season else None
        return self._find_made("season", item.get("season"))

    def _place(self, date: str, place: Any) -> None:
        """Another program knows where it was played; a night that has a place keeps it."""
        night = find_night(self.session, self._league, date)
        if night is not None and not night.place:
            import_undo.write_place(self.write, self.plan, night, str(place)[:MAX_PLACE])

    def _evening(self, item: Mapping[str, Any]) -> None:
        """What is said of an evening, unless its night has one already. Its players and matches are in by then."""
        key = self._find_made("night", item["night"]) or ""
        night = find_night_by_key(self.session, self._league, key)
        if night is None or find_run(self.session, self._league, night).evening is not None:
            return
        form = FieldReader()
        name = form.name(item["name"]) if item.get("name") else None
        form.check()
        changes = list_changes(item["evening"], self._list_made("player"), self._list_made("match"))
        if changes is None:
            raise make_refusal("evening", "no_evening", T("This is not written as an evening is."))
        for body in changes:
            self.write.write(event_kinds.EVENING, key, {**body, "import": self.upload})
        self.write.put_beside(LeagueNightRow, key, plan_name=name)
        came = sum(ROUND in body for body in changes)
        if came < len(item["evening"][ROUNDS]):
            self.remarks.append(Finding(path_of(item), "out_of_draw", _say_undrawable(came + 1)))

    def _list_made(self, kind: str) -> dict[str, str]:
        made = self.plan["made"].items()
        return {name.removeprefix(f"{kind} "): key for name, key in made if name.startswith(f"{kind} ")}


def _say_undrawable(number: int) -> Text:
    return T(
        "Round {number} of this evening stays out, and so do those after it: it could not have been drawn with these "
        "players. Perhaps one of them has two places in it.",
        number=number,
    )

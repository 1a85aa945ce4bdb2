"""A phone and a server that keep the same match: what goes to and fro between them while there is network."""

import json
from typing import Any

from flask import Flask
from sqlalchemy import delete, update

from scorekeeper.core.scoring.sheet import sheet_document
from scorekeeper.phone.program import PageAnswer, Program
from scorekeeper.store.match import ledger
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.web.site.database import session
from tests.phone.pocket import BASE, page, post
from tests.web.sheet_tables import BELOT

HEARTS = {"contract": "hearts", "declarer": "0", "trick_points-0": "120"}
SPADES = {"contract": "spades", "declarer": "1", "trick_points-0": "40"}
KANI = {"bid": "7", "declarer": "0", "partner": "1", "tricks": "9"}
OTHER = {**BELOT, "trick_points": [62, None]}


def ask(client: Any, address: str) -> Any:
    """What a server answers in JSON."""
    return client.get(address).json


class Between:
    """What goes to and fro between a phone and the server while there is network, as the window sends it."""

    def __init__(self, app: Flask, phone: Program, there: str) -> None:
        self.client, self.phone, self.there = app.test_client(), phone, there.rstrip("/")

    def fetch(self) -> Any:
        """The server's record goes to the phone; what the phone says to it."""
        return self.hand_in(self.client.get(f"{self.there}/record.jsonl").data)

    def hand_in(self, record: bytes, more: str = "") -> Any:
        said = json.loads(page(self.phone, "/along/list.json"))
        headers = {"X-CSRFToken": said["token"], "Accept": "application/json"}
        answer = self.phone.answer("POST", f"{BASE}/along?from={self.there}{more}", headers, record)
        return json.loads(answer.body) | {"status": answer.status}

    def send(self, record: bytes | None = None) -> Any:
        """The phone's record goes to the server; the server's answer."""
        token = ask(self.client, f"{self.there}/log")["token"]
        body = page(self.phone, f"{self.here}/record.jsonl").encode() if record is None else record
        headers = {"X-CSRFToken": token, "Accept": "application/json"}
        return self.client.post(f"{self.there}/log", data=body, headers=headers)

    @property
    def listed(self) -> Any:
        [one] = json.loads(page(self.phone, "/along/list.json"))["matches"]
        return one

    @property
    def here(self) -> str:
        """The sheet on the phone."""
        return str(self.listed["here"]).removeprefix(BASE)

    def mine(self) -> Any:
        with self.phone.app.app_context():
            return ledger.load(session(), self.listed["id"])


def at_server(app: Flask, match: Any) -> Any:
    with app.app_context():
        return ledger.load(session(), match.public_id)


def lose_last(app: Flask, match: Any) -> None:
    """The server is restored from a backup that is an event older."""
    last = at_server(app, match)
    with app.app_context():
        session().execute(delete(EventRow).where(EventRow.match_id == last.id, EventRow.seq == last.seq))
        session().execute(update(MatchRow).where(MatchRow.id == last.id).values(seq=last.seq - 1))
        session().commit()


def told(match: Any) -> Any:
    """All that a match says of itself: what stands, and each event with its number, time and hash."""
    events = [(event.seq, event.uuid, event.kind, event.at, event.chain) for event in match.events]
    return sheet_document(match.scored.sheet), match.seat_names, events


def record(phone: Program, sheet: str, deal: dict[str, str]) -> PageAnswer:
    return post(phone, f"{sheet}/record/deal", **deal)


def resolve(between: Between, keep: list[int], shown: int = 4) -> PageAnswer:
    at = f"/along/{between.listed['id']}"
    token = json.loads(page(between.phone, "/along/list.json"))["token"]
    body = "&".join([f"csrf_token={token}", f"shown={shown}", *(f"keep={one}" for one in keep)])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return between.phone.answer("POST", BASE + at, headers, body.encode())

"""Who follows which match or evening, and telling them. Holds nothing that cannot be asked for again."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.host.speech import say
from scorekeeper.live.sources import ALL, Pulse, Source
from scorekeeper.store.match.feed import LEAGUES

PING_EVERY = 25.0
"""Seconds between two signs of life: proxies end what is silent for a minute."""
MAX_AT_ONE_MATCH = 500
MAX_FOLLOWERS = 15_000


class StreamFollower(Protocol):
    """A stream, as the hub sees it: which match by which kind of link, and what can be said to it."""

    public_id: str
    kind: str
    generation: int

    def tell(self, message: bytes) -> bool: ...
    def end(self, message: bytes = b"") -> None: ...


class StreamRefused(Exception):  # noqa: N818 - an answer, named by what the caller met
    """No stream for this caller; ``status`` is HTTP's."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.status = status


def version(state: Pulse) -> bytes:
    """One event: how far the match or the evening is. ``id`` lets a browser say what it had when it comes back."""
    return b'id: %d\ndata: {"seq": %d, "pulse": %d}\n\n' % (state.pulse, state.seq, state.pulse)


GONE = b"event: gone\ndata: {}\n\n"
PING = b"event: ping\ndata: {}\n\n"


class Hub:
    """The followers of every match and evening, and the last version each was told."""

    def __init__(self, source: Source, key: bytes) -> None:
        self.source, self.key = source, key
        self.followers: dict[str, set[StreamFollower]] = {}
        self.states: dict[str, Pulse] = {}
        self.count = 0
        self.counted: Counter[str] = Counter()
        """What happened since the process began: streams by how they began or ended, events by what they said."""
        self._names: dict[int, set[str]] = {}
        self._one_by_one = asyncio.Lock()

    async def admit(self, public_id: str, link: str) -> tuple[str, Pulse]:
        """What a link allows and how far its match is; Refused for a wrong or withdrawn one."""
        if self.count >= MAX_FOLLOWERS or len(self.followers.get(public_id, ())) >= MAX_AT_ONE_MATCH:
            raise StreamRefused("503 Service Unavailable")
        try:
            state = (await asyncio.to_thread(self.source.states, [public_id])).get(public_id)
        except SQLAlchemyError as error:
            raise StreamRefused("503 Service Unavailable") from error
        kind = state and state.find_kind(self.key, public_id, link)
        if state is None or kind is None:
            raise StreamRefused("404 Not Found")
        return kind, state

    def join(self, follower: StreamFollower, state: Pulse) -> None:
        """From now on this stream hears of its match; the first thing at once."""
        self.states.setdefault(follower.public_id, state)
        self._names.setdefault(state.id, set()).add(follower.public_id)
        self.followers.setdefault(follower.public_id, set()).add(follower)
        self.count += 1
        self.counted["opened"] += 1
        self.say(follower, version(self.states[follower.public_id]))

    def say(self, follower: StreamFollower, message: bytes) -> None:
        """Tell one stream something, and count it."""
        heard = "pings" if message is PING else "moves"
        self.counted[heard if follower.tell(message) else "slow"] += 1

    def leave(self, follower: StreamFollower) -> None:
        """The stream has ended."""
        followers = self.followers.get(follower.public_id)
        if followers is None or follower not in followers:
            return
        followers.discard(follower)
        self.count -= 1
        if not followers:
            del self.followers[follower.public_id]
            state = self.states.pop(follower.public_id, None)
            if state is not None:
                self._names[state.id].discard(follower.public_id)
                if not self._names[state.id]:
                    del self._names[state.id]

    async def follow(self) -> None:
        """Tell the followers what the database says, until cancelled."""
        async for moved in self.source.changes():
            if not self.followers:
                continue
            keys = self._names if moved is ALL else {*moved, LEAGUES}
            await self.look_at([name for key in keys for name in self._names.get(key, ())])

    async def keep_alive(self) -> None:
        """Signs of life; and a look at everything, should a word from the database have been lost."""
        while True:
            await asyncio.sleep(PING_EVERY)
            await self.look_at(list(self.followers))
            for followers in list(self.followers.values()):
                for follower in list(followers):
                    self.say(follower, PING)

    async def look_at(self, public_ids: list[str]) -> None:
        """Ask the database how far these matches and evenings are, and tell their followers."""
        async with self._one_by_one:
            try:
                states = await asyncio.to_thread(self.source.states, public_ids)
            except SQLAlchemyError as error:
                self.counted["failures"] += 1
                say(f"live: {str(error).partition(chr(10))[0]}")
                return
            for public_id in public_ids:
                self._tell_one(public_id, states.get(public_id))

    def _tell_one(self, public_id: str, state: Pulse | None) -> None:
        followers, state_before = self.followers.get(public_id), self.states.get(public_id)
        if not followers or state == state_before:
            return
        if state is not None:
            self.states[public_id] = state
        for follower in list(followers):
            if state is None or state.generation_of(follower.kind) != follower.generation:
                self.counted["withdrawn"] += 1
                follower.end(GONE)
            else:
                self.say(follower, version(state))

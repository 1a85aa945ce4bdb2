"""Merged players: the end of each chain of merges."""

from __future__ import annotations

from collections.abc import Mapping


def follow_merges(into: Mapping[str, str]) -> dict[str, str]:
    """The last key of the chain of merges that begins at each key of ``into``, by that key.

    Chains that run in a circle are never made, but a damaged league may hold one: it ends at the least of its keys,
    which is itself a key of ``into`` then.
    """
    ends: dict[str, str] = {}
    for key in into:
        path: dict[str, None] = {}
        while key in into and key not in path and key not in ends:
            path[key] = None
            key = into[key]
        end = min(_from(path, key)) if key in path else ends.get(key, key)
        ends.update(dict.fromkeys(path, end))
    return ends


def _from(path: Mapping[str, None], key: str) -> list[str]:
    keys = list(path)
    return keys[keys.index(key) :]

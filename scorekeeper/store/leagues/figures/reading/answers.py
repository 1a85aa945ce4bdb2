"""What all answers have in common: lists come in pages, sums are of all time or of a season."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import BigInteger, ColumnElement, cast, func

from scorekeeper.store.leagues.figures.inputs import ALL_TIME

Item = TypeVar("Item")
PAGE = 50


class Page(NamedTuple, Generic[Item]):
    """Part of a list, with the cursor of the part after it."""

    items: tuple[Item, ...]
    next: str | None


def total(column: ColumnElement[Any]) -> Any:
    """A sum of whole numbers, as one on every database."""
    return cast(func.sum(column), BigInteger)


def in_scope(season: ColumnElement[str], scope: str) -> list[ColumnElement[bool]]:
    """The condition for rows of a scope that is a season; none for all time."""
    return [] if scope == ALL_TIME else [season == scope]

"""Declared like a frozen dataclass, made without its cost.

Generating the methods of a dataclass takes most of a millisecond a class; the fifteen declarations that every
command needs would cost a fifth of the time in which a match is scored.
"""

from __future__ import annotations

from typing import Any, Self, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Frozen:
    """A value whose annotated attributes are given by keyword; they never change."""

    def __init__(self, **given: Any) -> None:
        unknown = [
            name
            for name in given
            if not any(name in kind.__annotations__ for kind in type(self).__mro__[:-1])
        ]
        if unknown:
            raise TypeError(f"{type(self).__name__} has no attribute {unknown[0]!r}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen; make another with but()")

    def but(self, **changed: Any) -> Self:
        """The same value with some attributes changed."""
        return type(self)(**{**self.__dict__, **changed})

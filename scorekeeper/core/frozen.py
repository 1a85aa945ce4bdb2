"""A base class that works like a frozen dataclass, without its cost at import.

Python takes most of a millisecond to generate the methods of a dataclass. For the fifteen declarations that every
command needs, that is a fifth of the time that scoring a match takes.
"""

from __future__ import annotations

from typing import Any, Self, dataclass_transform


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Frozen:
    """A value whose annotated attributes are given by keyword and never change."""

    def __init__(self, **attributes: Any) -> None:
        unknown = [
            name
            for name in attributes
            if not any(name in kind.__annotations__ for kind in type(self).__mro__[:-1])
        ]
        if unknown:
            raise TypeError(f"{type(self).__name__} has no attribute {unknown[0]!r}")
        self.__dict__.update(attributes)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen; make another with but()")

    def but(self, **changed: Any) -> Self:
        """The same value with some attributes changed."""
        return type(self)(**{**self.__dict__, **changed})

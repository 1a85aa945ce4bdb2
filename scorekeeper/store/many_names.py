"""Many names in a query: as one parameter, because databases take only so many of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import JSON, cast, func, select
from sqlalchemy.orm import Session


def select_names(session: Session, names: Iterable[str]) -> Any:
    """These names as a query: one parameter, however many there are."""
    sorted_names = sorted(names)
    if session.get_bind().dialect.name == "postgresql":
        every = func.json_array_elements_text(cast(sorted_names, JSON))
    else:
        every = func.json_each(json.dumps(sorted_names))
    return select(every.table_valued("value").c.value)

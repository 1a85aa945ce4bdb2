"""Taking a league along, and bringing results in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort

from scorekeeper.store.leagues.access import Access
from scorekeeper.web.leagues.guard import opened


@opened()
def later(access: Access) -> Any:
    """Not there yet."""
    abort(404)


def add_to(pages: Blueprint) -> None:
    """These pages' addresses."""
    for name in ("export", "imports", "paper", "calendar"):
        pages.add_url_rule(f"/<public_id>/{name}", name, later)

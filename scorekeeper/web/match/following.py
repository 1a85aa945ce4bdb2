"""The pages that follow their match, by endpoint."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.store.match.match import Match

Page = Callable[[Match, str], str]
PAGES: dict[str, Page] = {}
"""Each renders itself whole, or its middle alone in a fragment."""


def add_page(endpoint: str, page: Page) -> None:
    """From now on this page follows its match."""
    PAGES[endpoint] = page

"""What is said of a code that was kept, wherever it was looked for."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cli.exit_status import FAILED, GOOD
from scorekeeper.core.text import Catalogue, T, render


def tell_found(found: Sequence[str], seq: int, code: str, words: Catalogue | None) -> int:
    """Say which matches a code is of; returns the exit status."""
    for place in found:
        text = T("The code {code} is right: nothing was changed up to event {n}.", code=code, n=seq)
        print(f"{place}: {render(text, words)}")
    if not found:
        print(render(T("The code {code} is that of no match here.", code=code), words))
    return GOOD if found else FAILED

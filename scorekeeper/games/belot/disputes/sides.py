"""The two sides of a Belot table in a sentence."""

from __future__ import annotations

from scorekeeper.core.text import Side, T

SIDES = (Side(0, T("seats 1 and 3")), Side(1, T("seats 2 and 4")))
SIDE_NAMES = (Side(0, T("Seats 1 and 3")), Side(1, T("Seats 2 and 4")))

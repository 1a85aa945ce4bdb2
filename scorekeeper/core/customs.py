"""What tables do in every game where the rulebook is silent: shared parts of the trees of irregularities."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.irregularities import ADJUSTMENT, VOID, Asked, Record, Settled, Way
from scorekeeper.core.rulings import Reason
from scorekeeper.core.text import T, Text


class Customs(NamedTuple):
    """The customs of one game's tables. ``game`` is its slug, ``silence`` the article that shows the silence."""

    game: str
    silence: str = "9"

    @property
    def silent(self) -> Reason:
        """The rulebook leaves it to the table."""
        text = T("The rulebook does not settle this; what tables do is offered, and the table chooses.")
        return Reason(text, (f"{self.game} {self.silence}",))

    @property
    def corrected(self) -> Reason:
        """Totals may be corrected. (9.2)"""
        text = T("An arbiter, or the whole table, may correct totals and gives the reason.")
        return Reason(text, (f"{self.game} 9.2",))

    def redeal(self, reason: Text, *reasons: Reason) -> Settled:
        """The same seat deals again. (9.1)"""
        anew = T("A deal without a result is written down as void; the same seat deals again.")
        return Settled(
            T("The deal is void; the same seat deals again."),
            (*reasons, Reason(anew, (f"{self.game} 9.1",))),
            Record(VOID, reason),
        )

    def play_on(self, verdict: Text, *reasons: Reason) -> Settled:
        """Nothing is written down."""
        return Settled(verdict, reasons or (self.silent,))

    def custom(self, *ways: Way, reasons: tuple[Reason, ...] = ()) -> Asked:
        """A question that the rulebook leaves to the table."""
        return Asked(T("What does your table do?"), ways, (*reasons, self.silent), silent=True)

    def again(self, reason: Text) -> Way:
        """The custom of dealing again."""
        return Way("redeal", T("The same seat deals again."), self.redeal(reason, self.silent))

    def agreed(self, reason: Text) -> Way:
        """The custom of agreeing on the points. (9.2)"""
        verdict = T("What the table agrees on is written down as an adjustment, with its reason.")
        settled = Settled(verdict, (self.corrected, self.silent), Record(ADJUSTMENT, reason))
        return Way("adjusted", T("The table agrees on the points, or an arbiter gives them."), settled)

    def written_wrong(self) -> Way:
        """A slip of the pen: the entry is corrected. (9.4)"""
        anew = T("When a correction moves the end, what came after it counts again.")
        verdict = T("Correct the entry; everything after it is scored again.")
        settled = self.play_on(verdict, Reason(anew, (f"{self.game} 9.4",)))
        return Way("written_wrong", T("A deal was written down wrong, and it was noticed later."), settled)

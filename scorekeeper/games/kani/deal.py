"""The facts of one deal of Kani, the fields that ask for them, and their reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import CardField, Choice, Either, Number, PerSeat, Repeated, SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import DealForm
from scorekeeper.core.play.cards import FRENCH_SUITS, PACK_52, Card
from scorekeeper.core.reading import BAD, Table, all_known, keep_readable, missing_text, read_fields
from scorekeeper.core.scoring.decided import DEAL_ALSO
from scorekeeper.core.text import T

KANI, PASS = "kani", "pass"
ALL_TRICKS = 13

_BID_NUMBER = Number(label=T("a number of tricks"), low=1, high=ALL_TRICKS)
BID = Either(
    name="bid",
    label=T("Bid"),
    of=(
        _BID_NUMBER,
        Choice(label=T("Kani or pass"), choices={KANI: T("Kani: all thirteen"), PASS: T("all passed")}),
    ),
)
TRICKS = Either(
    name="tricks",
    label=T("Tricks taken"),
    hint=T("by the declarer and the partner together"),
    of=(
        Number(label=T("tricks of the pair"), high=ALL_TRICKS),
        PerSeat(label=T("tricks of every seat"), of=Number(high=ALL_TRICKS)),
    ),
    optional=True,
)
CALL = Either(
    label=T("Call"),
    of=(_BID_NUMBER, Choice(label=T("Kani or pass"), choices={KANI: T("Kani"), PASS: T("pass")})),
)
FIELDS = (
    BID,
    SeatField(name="declarer", label=T("Declarer"), optional=True),
    SeatField(
        name="partner",
        label=T("Partner"),
        or_none=True,
        optional=True,
        hint=T("none, when the declarer played alone"),
    ),
    TRICKS,
    Choice(name="trump", label=T("Trump"), choices=FRENCH_SUITS, optional=True),
    CardField(name="called", label=T("Called card"), pack=PACK_52, optional=True),
    Repeated(
        name="calls",
        label=T("The bidding"),
        of=CALL,
        most=48,
        optional=True,
        part=T("Call {n}"),
        hint=T("every call in order, from the seat after the dealer on"),
    ),
)
NEEDED = FIELDS[1:4]
IN_PLAY = ("bid", "declarer", "partner", "trump", "called")
FORMS = (DealForm(slug="bid", title=T("Bid and tricks"), fields=FIELDS, in_play=IN_PLAY),)


class KaniDeal(NamedTuple):
    """One deal: ``bid`` a number, ``"kani"`` or ``"pass"``; ``tricks`` those of declarer and partner together."""

    bid: int | str
    declarer: int = 0
    partner: int | None = None
    tricks: int = 0
    trump: str | None = None
    called: Card | None = None
    calls: tuple[int | str, ...] | None = None

    @property
    def made(self) -> bool:
        """Whether the pair took what was bid (sagnhafi stendur við sögnina)."""
        return self.tricks >= (ALL_TRICKS if self.bid == KANI else int(self.bid))


def read_deal(data: Mapping[str, Any], at: str, report: Report, table: Table) -> KaniDeal | None:
    """The deal that a JSON entry describes; parts that could not be read are reported, and BAD."""
    values = read_fields(FIELDS, data, at, report, table, DEAL_ALSO)
    if values.get("bid") == PASS:
        _report_superfluous(values, at, report)
    else:
        _report_missing(values, at, report)
    values.setdefault("bid", BAD)
    if type(values.get("tricks")) is tuple:
        values["tricks"] = _tricks_of_pair(values, at, report)
    return KaniDeal(**values)


def _report_superfluous(values: dict[str, Any], at: str, report: Report) -> None:
    text = T("All passed, so there is nothing else to write.")
    for name in values:
        if name not in ("bid", "calls"):
            report.error(f"{at}.{name}", "passed_out", text, "kani 2.4")


def _report_missing(values: dict[str, Any], at: str, report: Report) -> None:
    """Report the parts that a played deal needs and that are not there, and set them to BAD.

    A deal in which only a bid was written, and cannot be read, may have been passed out: nothing is reported then.
    """
    played = values.get("bid") is not BAD or any(field.name in values for field in NEEDED)
    for field in NEEDED:
        if field.name not in values:
            values[field.name] = BAD
            if played:
                report.error(f"{at}.{field.name}", "missing", missing_text(field))


def _tricks_of_pair(values: dict[str, Any], at: str, report: Report) -> Any:
    tricks: tuple[int, ...] = values["tricks"]
    taken = sum(keep_readable(tricks))
    if taken > ALL_TRICKS or (taken < ALL_TRICKS and all_known(*tricks)):
        text = T("The four players’ tricks add up to {sum}, not {all}.", sum=taken, all=ALL_TRICKS)
        report.error(f"{at}.tricks", "tricks_total", text, "kani 1.1")
        return BAD
    if not all_known(*tricks, values.get("declarer", BAD), values.get("partner", BAD)):
        return BAD
    pair = {values["declarer"], values["partner"]} - {None}
    return sum(tricks[seat] for seat in pair)

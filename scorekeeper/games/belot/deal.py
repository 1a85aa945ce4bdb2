"""The facts of one deal of Belot, the fields that ask for them, and their reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.fields import Choice, Flag, Group, Number, PerSide, Repeated, SeatField, SideField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import DealForm
from scorekeeper.core.play.cards import FRENCH_SUITS, PACK_32, RANK_NAMES
from scorekeeper.core.reading import BAD, Table, all_known, missing_text, read_fields
from scorekeeper.core.scoring.decided import DEAL_ALSO
from scorekeeper.core.text import T, Text

NO_TRUMPS, ALL_TRUMPS, PASS = "no_trumps", "all_trumps", "pass"
CONTRA, RECONTRA = "contra", "recontra"
SEQUENCE, CARRE, BELOTE = "sequence", "carre", "belote"

MAX_DECLARATIONS = 16
"""No four hands of eight cards hold more: two sequences or carres a hand, and four belotes."""

CONTRACTS: Mapping[str, Text] = {**FRENCH_SUITS, NO_TRUMPS: T("no trumps"), ALL_TRUMPS: T("all trumps")}
DOUBLINGS: Mapping[str, Text] = {CONTRA: T("contra"), RECONTRA: T("recontra")}
RANKS: Mapping[str, Text] = {rank: RANK_NAMES[rank] for rank in PACK_32.ranks}

TRICK_POINTS_OF: Mapping[str, int] = dict.fromkeys(FRENCH_SUITS, 162) | {NO_TRUMPS: 130, ALL_TRUMPS: 258}
"""All card points and the last ten, before those of no trumps are doubled. (belot 5)"""


class RankField(Choice):
    """A rank, written as on a card: ``T`` is read for ``10``."""

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        return Choice.read(self, "10" if value == "T" else value, at, report, table)


class Declaration(NamedTuple):
    """What a player announced: a sequence (``length``, ``top``), a carre (``rank``) or a belote.

    A sequence may leave its ``suit`` unsaid; a belote in a trump suit always has that suit.
    """

    player: int
    kind: str
    length: int = 0
    top: str = ""
    rank: str = ""
    suit: str | None = None

    @property
    def side(self) -> int:
        """The side that its points are for: the even seats are side 0, the odd seats side 1."""
        return self.player % 2


NEEDED_BY_KIND: Mapping[str, tuple[str, ...]] = {SEQUENCE: ("length", "top"), CARRE: ("rank",), BELOTE: ()}
KNOWN_BY_KIND = {
    SEQUENCE: frozenset(("player", "kind", "length", "top", "suit")),
    CARRE: frozenset(("player", "kind", "rank")),
    BELOTE: frozenset(("player", "kind", "suit")),
}


class DeclarationField(Group):
    """One declaration, with the fields of its kind. Wrong parts are read as BAD."""

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        values = Group.read(self, value, at, report, table)
        if not values or values["kind"] is BAD:
            return BAD
        kind = values["kind"]
        for field in self.fields:
            name = field.name
            if name in NEEDED_BY_KIND[kind] and name not in values:
                report.error(f"{at}.{name}", "missing", missing_text(field))
                values[name] = BAD
            elif name in value and name not in KNOWN_BY_KIND[kind]:
                text = T("“{label}” does not belong to this kind of declaration.", label=field.label)
                report.error(f"{at}.{name}", "not_of_kind", text)
                values[name] = BAD
        return _with_ranks_that_are(Declaration(**values), at, report)


def _with_ranks_that_are(declaration: Declaration, at: str, report: Report) -> Declaration:
    """A sequence begins at the seven or above it, and four sevens or eights are nothing. (belot 4.2, 4.3)"""
    kind, length, top = declaration.kind, declaration.length, declaration.top
    if kind == SEQUENCE and all_known(length, top) and PACK_32.ranks.index(top) < length - 1:
        text = T(
            "The lowest sequence of this length begins at the seven and ends at the {top}.",
            top=RANKS[PACK_32.ranks[length - 1]],
        )
        report.error(f"{at}.top", "sequence_too_low", text, "belot 4.2")
        return declaration._replace(top=BAD)  # type: ignore[arg-type]  # stands in for what cannot be
    if kind == CARRE and declaration.rank in ("7", "8"):
        text = T("Four sevens or eights are no carre; the lowest is of nines.")
        report.error(f"{at}.rank", "no_such_carre", text, "belot 4.3")
        return declaration._replace(rank=BAD)  # type: ignore[arg-type]  # stands in for what cannot be
    return declaration


DECLARATION = DeclarationField(
    label=T("Declaration"),
    fields=(
        SeatField(name="player", label=T("Player")),
        Choice(
            name="kind",
            label=T("Kind"),
            choices={SEQUENCE: T("tierce, quarte, quinte"), CARRE: T("carre"), BELOTE: T("belote")},
        ),
        Number(name="length", label=T("Cards in the sequence"), low=3, high=8, optional=True),
        RankField(name="top", label=T("Highest card"), choices=RANKS, optional=True),
        RankField(name="rank", label=T("Four of a rank"), choices=RANKS, optional=True),
        Choice(name="suit", label=T("Suit"), choices=FRENCH_SUITS, optional=True),
    ),
)
TRICK_POINTS = PerSide(
    name="trick_points",
    label=T("Points from tricks"),
    hint=T("card points and the last ten; one side may be left blank"),
    of=Number(high=max(TRICK_POINTS_OF.values())),
    blanks=1,
    optional=True,
)
DOUBLING = Choice(name="doubling", label=T("Contra"), choices=DOUBLINGS, optional=True)
WHOLE_TO = SideField(
    name="whole_to",
    label=T("Uncounted: the whole deal to"),
    hint=T("the defenders, when the declarer’s side is inside; after contra either side"),
    optional=True,
    instead_of=("trick_points", "capot"),
)
FIELDS = (
    Choice(name="contract", label=T("Contract"), choices={**CONTRACTS, PASS: T("all passed")}),
    SeatField(name="declarer", label=T("Declarer"), optional=True),
    DOUBLING,
    TRICK_POINTS,
    SideField(name="capot", label=T("Capot"), hint=T("the side that took all eight tricks"), optional=True),
    Repeated(
        name="declarations",
        label=T("Declarations"),
        hint=T("everything that was announced"),
        of=DECLARATION,
        most=MAX_DECLARATIONS,
        optional=True,
        part=T("Declaration {n}"),
    ),
    WHOLE_TO,
    Flag(name="forfeit", label=T("The other side forfeits the deal by an offence"), optional=True),
)
FORMS = (DealForm(slug="points", title=T("Contract and points"), fields=FIELDS),)

NEEDED = (FIELDS[1], TRICK_POINTS)


class BelotDeal(NamedTuple):
    """One deal: ``trick_points`` a side before no trumps are doubled, ``capot`` the side that took every trick.

    ``whole_to`` is the side that writes the deal although it was not counted, a ``forfeit`` if an offence of the other
    side is the reason. Parts that could not be read are BAD.
    """

    contract: str
    declarer: int = 0
    trick_points: tuple[int, int] = (0, 0)
    doubling: str | None = None
    capot: int | None = None
    declarations: tuple[Declaration, ...] = ()
    whole_to: int | None = None
    forfeit: bool = False

    @property
    def declaring_side(self) -> int:
        """The side of the player who bid the contract."""
        return self.declarer % 2


def read_deal(data: Mapping[str, Any], at: str, report: Report, table: Table) -> BelotDeal:
    """The deal that a JSON entry describes; parts that could not be read are reported, and BAD."""
    errors = len(report.errors)
    values = settle_values(read_fields(FIELDS, data, at, report, table, DEAL_ALSO), at, report)
    if len(report.errors) > errors:
        for field in (FIELDS[0], *NEEDED):
            values.setdefault(field.name, BAD)
    return BelotDeal(**values)


def settle_values(values: dict[str, Any], at: str, report: Report) -> dict[str, Any]:
    """The values of a deal's fields with what follows from them; missing and superfluous ones are reported."""
    contract: Any = values.get("contract")
    if contract == PASS:
        _report_superfluous(values, at, report)
    elif contract is not BAD or any(field.name in values for field in NEEDED):
        _report_missing(values, at, report)
        _report_uncounted(values, at, report)
    if values.get("trick_points"):
        values["trick_points"] = _both_sides(values["trick_points"], TRICK_POINTS_OF.get(contract, BAD))
    if values.get("declarations"):
        values["declarations"] = in_trumps(values["declarations"], values.get("contract", BAD))
    return values


def _report_superfluous(values: dict[str, Any], at: str, report: Report) -> None:
    for name in values:
        if name != "contract":
            path = under(at, name)
            report.error(path, "passed_out", T("All passed, so there is nothing else to write."), "belot 1.6")


def _report_missing(values: dict[str, Any], at: str, report: Report) -> None:
    for field in NEEDED:
        if field.name not in values and (field is not TRICK_POINTS or "whole_to" not in values):
            path = under(at, field.name)
            report.error(path, "missing", missing_text(field))


def _report_uncounted(values: dict[str, Any], at: str, report: Report) -> None:
    """Report counts beside a deal that was not counted, and a forfeit of a deal that was counted. (belot 7.16)"""
    if "whole_to" in values:
        for name in (count for count in WHOLE_TO.instead_of if count in values):
            text = T(
                "This deal was not counted, so leave this out; or count, and leave out who writes the whole deal."
            )
            report.error(under(at, name), "not_counted", text, "belot 7.16")
    elif "forfeit" in values:
        text = T("Say which side writes the whole deal, because the other one forfeits it.")
        report.error(under(at, "forfeit"), "whole_to_needed", text, "belot 7.16")


def under(at: str, name: str) -> str:
    """The path of a field, in a deal of a match or in a question."""
    return f"{at}.{name}" if at else name


def _both_sides(points: tuple[Any, Any], total: Any) -> tuple[Any, Any]:
    """The points of both sides; a blank becomes what the other side leaves of the total, where that is known."""
    first, second = points
    if first is None:
        return total - second if all_known(total, second) else BAD, second
    if second is None:
        return first, total - first if all_known(total, first) else BAD
    return first, second


def in_trumps(declarations: Sequence[Declaration], contract: str) -> tuple[Declaration, ...]:
    """The declarations; a belote without a suit gets the trump suit, or BAD while the contract is not known."""
    if contract not in FRENCH_SUITS and all_known(contract):
        return tuple(declarations)
    return tuple(
        declaration._replace(suit=contract)
        if all_known(declaration) and declaration.kind == BELOTE and declaration.suit is None
        else declaration
        for declaration in declarations
    )

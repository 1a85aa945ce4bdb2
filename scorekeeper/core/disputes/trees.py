"""Trees of irregularities: questions about what went wrong, which end in what the rulebook says.

:class:`Asked` values lead by their ways to further ones and at last to :class:`Settled`. Where options of the table
decide, :class:`Decided` leads on by itself, and the table is not asked. Where the rulebook is silent the tree says so,
its ways are what tables do, and the table chooses.

A game's tree is its file ``irregularities.toml``; the customs that games share lie beside this module in
``customs.toml``. docs/irregularities.md says what their keys mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from scorekeeper.core.data import read_data
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T, Text

FILE = "irregularities.toml"
SENTENCES = ("text", "asks", "verdict", "naming", "mishap", "remedy")
KEYS = frozenset((*SENTENCES, "because", "choice", "entry", "instead", "like", "table", "ways", "when"))
LISTS = ("customs", "reasons", "sources")
SIDE = "side"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
WRITTEN = T("This custom is written in: {sources}.")
UNWRITTEN = T("A custom of tables; no written rules that we know of have it.")

Because = Reason | Callable[[Any], Reason | None]
"""A reason, or a function of the table's options that returns one, or None where it does not apply."""
Data = Mapping[str, Any]


class Remedy(NamedTuple):
    """The entry that an irregularity leaves in the match.

    ``redeal`` belongs to a void deal. ``points`` belongs to an adjustment of the offender's score: a number, or
    the name of the option that holds it; None leaves the number to the table. ``deal`` are the facts of a deal that
    the ruling knows; the table adds the others.
    """

    reason: Text
    kind: str
    redeal: bool = True
    points: int | str | None = None
    negative: bool = False
    deal: Mapping[str, Any] | None = None


class Settled(NamedTuple):
    """The end of a way through the tree: what to do, why, and the entry to write down, if any.

    ``naming`` is the same verdict with ``{side}``, the side at fault, for a table that has said which it was.
    """

    verdict: Text
    reasons: tuple[Because, ...]
    remedy: Remedy | None = None
    naming: Text | None = None


class Asked(NamedTuple):
    """A question to the table. ``silent`` means that the rulebook says nothing here, and the ways are customs."""

    text: Text
    ways: tuple[Way, ...]
    reasons: tuple[Because, ...] = ()
    silent: bool = False


class Way(NamedTuple):
    """One answer: the word for machines, the words for people, and where it leads; of a custom, where it is written."""

    choice: str
    text: Text
    leads: Node
    source: Reason | None = None


class Case(NamedTuple):
    """Values of options, and where they lead; ``text`` are the words of the answer there, where they are others."""

    when: Mapping[str, Any]
    leads: Node
    text: Text | None = None


class Decided(NamedTuple):
    """Where the table's rules decide: the first case that fits them leads on, ``otherwise`` where none does."""

    cases: tuple[Case, ...]
    otherwise: Node


Node = Asked | Settled | Decided


class Agreed(NamedTuple):
    """The value of an option as a parameter of a sentence."""

    option: str


class TreeError(ValueError):
    """Data that make no tree; the sentence begins with the place."""


@cache
def load_tree(game: str) -> Node:
    """The tree of a game that has one."""
    own = read_data(f"scorekeeper.games.{game}", FILE)
    return grow_tree(game, own, read_data("scorekeeper.core.disputes", "customs.toml"))


def grow_tree(game: str, own: Data, shared: Data) -> Node:
    """The tree that a game's data describe, with the customs that all games share."""
    grower = _Grower(game, own, shared)
    root = {key: value for key, value in own.items() if key not in (*LISTS, "silence", "values")}
    return grower.grow(game, root, {})


def list_sentences(data: Data) -> Iterator[str]:
    """The sentences of a file, which are to be translated."""
    for key, value in data.items():
        if key in SENTENCES:
            yield value
        elif key == "reasons":
            yield from (reason[0] for reason in value.values() if isinstance(reason, list))
        elif key == "because":
            yield from (reason[0] for reason in value if isinstance(reason, list))
        elif key == "instead":
            for case in value:
                yield from list_sentences(case)
        elif key != "sources" and isinstance(value, dict):
            yield from list_sentences(value)


class _Grower:
    """Makes the places of a game's tree from data; ``phrases`` are the mishap and the remedy that hold at a place."""

    def __init__(self, game: str, own: Data, shared: Data) -> None:
        self.game = game
        self.silence = own.get("silence", shared["silence"])
        self.values: Mapping[str, str] = own.get("values", {})
        self.lists = {part: shared.get(part, {}) | own.get(part, {}) for part in LISTS}

    def grow(self, place: str, data: Data, phrases: Mapping[str, Text]) -> Node:
        """The place that the data describe, with everything below it."""
        data = self._complete(place, data)
        if "table" in data and "asks" not in data:
            data = _merge(self._find("customs", "silence", place), data)
        phrases = {**phrases, **{key: Text(data[key]) for key in ("mishap", "remedy") if key in data}}
        if ("verdict" in data) + ("table" in data) + ("ways" in data) != 1:
            raise TreeError(f"{place}: it needs a verdict, the ways of a question, or what a table may do")
        listed = data.get("table", data.get("ways", ()))
        for key in data:
            if key not in KEYS and key not in listed:
                raise TreeError(f"{place}: “{key}” is no key, and no list of ways has it")
        node = self._settle(place, data, phrases) if "verdict" in data else self._ask(place, data, phrases)
        cases = [self._case(place, case, phrases) for case in data.get("instead", ())]
        return Decided(tuple(cases), node) if cases else node

    def _case(self, place: str, data: Data, phrases: Mapping[str, Text]) -> Case:
        if "when" not in data:
            raise TreeError(f"{place} instead: it does not say when")
        place = f"{place} instead"
        leads = self.grow(place, {key: data[key] for key in data if key != "when"}, phrases)
        text = self._text(place, data["text"], phrases) if "text" in data else None
        return Case(data["when"], leads, text)

    def _settle(self, place: str, data: Data, phrases: Mapping[str, Text]) -> Settled:
        remedy, entry = None, data.get("entry")
        if entry is not None:
            if "mishap" not in phrases:
                raise TreeError(f"{place}: an entry needs a mishap for its reason")
            if not {"kind"} <= entry.keys() <= {*Remedy._fields[1:]}:
                raise TreeError(f"{place}: an entry is a kind, with redeal, points, negative or deal")
            remedy = Remedy(phrases["mishap"], **entry)
        naming = self._text(place, data["naming"], phrases) if "naming" in data else None
        return Settled(
            self._text(place, data["verdict"], phrases), self._reasons(place, data), remedy, naming
        )

    def _ask(self, place: str, data: Data, phrases: Mapping[str, Text]) -> Asked:
        silent = "table" in data
        if "asks" not in data:
            raise TreeError(f"{place}: it does not say what is asked")
        listed = data["table"] if silent else data["ways"]
        sources = listed if isinstance(listed, dict) else {}
        ways = [
            self._way(f"{place} {name}", name, data.get(name), sources.get(name), phrases) for name in listed
        ]
        return Asked(
            self._text(place, data["asks"], phrases), tuple(ways), self._reasons(place, data), silent
        )

    def _way(self, place: str, name: str, data: Data | None, source: Any, phrases: Mapping[str, Text]) -> Way:
        """A way that its question describes, or else the custom of its name."""
        if data is None:
            data = self._find("customs", name, place)
            name = data.get("choice", name)
        data = self._complete(place, data)
        if "text" not in data:
            raise TreeError(f"{place}: a choice needs its text")
        leads = self.grow(place, data, phrases)
        written = None
        if source is not None:
            written = self._find_source(place, source)
            leads = _with_source(place, leads, written)
        return Way(name, self._text(place, data["text"], phrases), leads, written)

    def _find_source(self, place: str, source: str | list[str]) -> Reason:
        """Where a custom is written down: in the rules of another game, or of another country, or nowhere."""
        cites = (f"{self.game} {self.silence}",)
        if source == "unwritten":
            return Reason(UNWRITTEN, cites)
        names = [source] if isinstance(source, str) else source
        sources = "; ".join(self._find("sources", name, place) for name in names)
        return Reason(WRITTEN._replace(params={"sources": sources}), cites)

    def _reasons(self, place: str, data: Data) -> tuple[Because, ...]:
        return tuple(self._reason(place, reason) for reason in data.get("because", ()))

    def _reason(self, place: str, reason: Any) -> Because:
        """A reason with its articles, those that are silent if it names none; a name stands for one of the list."""
        if isinstance(reason, str):
            reason = self._find("reasons", reason, place)
        if isinstance(reason, str):
            module, _, name = reason.rpartition(".")
            function: Because = getattr(import_module(f"scorekeeper.games.{self.game}.{module}"), name)
            return function
        sentence, *cited = reason
        articles = [one for one in cited if _is_article(one)]
        cites = tuple(f"{self.game} {article}" for article in articles or [self.silence])
        text = self._text(place, sentence, {})
        names = (*(one for one in cited if one not in articles), *_list_agreed(text))
        return partial(_agree, Reason(text, cites), names) if names else Reason(text, cites)

    def _text(self, place: str, msgid: str, phrases: Mapping[str, Text]) -> Text:
        """A sentence with its parameters, but for the side at fault."""
        names = [name for name in PLACEHOLDER.findall(msgid) if name != SIDE]
        unknown = [name for name in names if name not in self.values and name not in phrases]
        if unknown:
            raise TreeError(f"{place}: nothing says what {{{unknown[0]}}} stands for")
        return Text(
            msgid, {name: phrases[name] if name in phrases else Agreed(self.values[name]) for name in names}
        )

    def _complete(self, place: str, data: Data) -> Data:
        """The data, with what they do not say themselves from the custom that they are like."""
        if "like" not in data:
            return data
        custom = self._complete(place, self._find("customs", data["like"], place))
        return _merge(custom, {key: data[key] for key in data if key != "like"})

    def _find(self, part: str, name: str, place: str) -> Any:
        if name not in self.lists[part]:
            raise TreeError(f"{place}: “{name}” stands in no list of {part}")
        return self.lists[part][name]


def _is_article(cited: str) -> bool:
    """Whether it is the number of an article, and not the name of an option."""
    return cited[0].isdigit()


def _list_agreed(text: Text) -> list[str]:
    """The options whose values stand in a sentence."""
    return [value.option for value in text.params.values() if isinstance(value, Agreed)]


def _agree(reason: Reason, names: tuple[str, ...], options: Any) -> Reason:
    """A reason with the articles of those of these options that the table has set otherwise."""
    return reason._replace(
        cites=tuple(dict.fromkeys((*reason.cites, *options.cite(reason.cites[0], *names))))
    )


def _with_source(place: str, node: Node, written: Reason) -> Node:
    """A custom that says where it is written, under every choice of the options."""
    if isinstance(node, Decided):
        cases = tuple(case._replace(leads=_with_source(place, case.leads, written)) for case in node.cases)
        return Decided(cases, _with_source(place, node.otherwise, written))
    if not isinstance(node, Settled):
        raise TreeError(f"{place}: only a custom with a verdict has a source")
    return node._replace(reasons=(*node.reasons, written))


def _merge(below: Data, above: Data) -> Data:
    """The data above, with what only those below say; reasons and ways of both, those above first."""
    merged = {**below, **above}
    for key in below.keys() & above.keys():
        if key == "because":
            merged[key] = [*above[key], *below[key]]
        elif key not in KEYS:
            merged[key] = _merge(below[key], above[key])
    return merged

"""Deals of Kínaskák as a document has them, and what they come to."""

from scorekeeper.games import score
from scorekeeper.games.kinaskak.disputes.explaining import flaws
from scorekeeper.games.kinaskak.play import Meld
from tests.documents import match_document

NAMES = ["Þórdís", "Anna", "Jón", "Sigga", "Ari", "Björk", "Davíð", "Eva"]
VALUES = (50, 20, 10, 5)


def match(*entries, players=3, **rules):
    return match_document("kinaskak", NAMES[:players], list(entries), rules=rules)


def deal(*hands, **more):
    return {"kind": "deal", "hands": list(hands), **more}


def counts(jokers=0, aces=0, tens=0, low=0):
    return {"jokers": jokers, "aces": aces, "tens": tens, "low": low}


def sheet(*entries, **rules):
    result, good = score(match(*entries, **rules))
    assert good, result
    return result


def errors(*entries, **rules):
    result, good = score(match(*entries, **rules))
    return [] if good else [(error["path"], error["code"]) for error in result["errors"]]


def suspects(*entries, **rules):
    rows = sheet(*entries, **rules)["entries"]
    return [(finding["path"], finding["code"]) for row in rows for finding in row["findings"]]


def is_meld(kind, cards, options):
    """Whether nothing is wrong with these cards as a run or a set."""
    return not flaws(Meld(kind, tuple(cards)), options)


SEVEN_ROUNDS = [deal(0, 5, 5)] * 7
"""Everything before the eighth round, level at 0 but for seat 1."""


LEVEL = [deal(0, 65, 65), deal(65, 0, 65)] * 4

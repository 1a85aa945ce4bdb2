"""Deals of Kani as a document has them, and what they come to."""

from scorekeeper.games import score
from tests.documents import match_document

NAMES = ["Anna", "Þórdís", "Jón", "Sigga"]
CHIPS = {"settlement": "chips"}


def match(*entries, **rules):
    return match_document("kani", NAMES, list(entries), rules=rules)


def deal(bid=9, declarer=0, partner=2, tricks=9, **more):
    return {"kind": "deal", "bid": bid, "declarer": declarer, "partner": partner, "tricks": tricks, **more}


PASSED = {"kind": "deal", "bid": "pass"}
FIFTY = deal("kani", 0, 1, 13)


def sheet(*entries, **rules):
    result, good = score(match(*entries, **rules))
    assert good, result
    return result


def row(entry, **rules):
    return sheet(entry, **rules)["entries"][0]


def errors(*entries, **rules):
    result, good = score(match(*entries, **rules))
    return [] if good else [(error["path"], error["code"]) for error in result["errors"]]

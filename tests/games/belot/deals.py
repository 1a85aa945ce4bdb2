"""Deals and declarations of Belot as a document has them, and what they come to."""

from scorekeeper.games import score
from tests.documents import match_document

PASS = {"kind": "deal", "contract": "pass"}


def deal(contract, declarer, points, **more):
    return {"kind": "deal", "contract": contract, "declarer": declarer, "trick_points": points, **more}


def sequence(player, length, top, suit=None):
    return {"player": player, "kind": "sequence", "length": length, "top": top} | (
        {"suit": suit} if suit else {}
    )


def belote(player, suit=None):
    return {"player": player, "kind": "belote"} | ({"suit": suit} if suit else {})


def document(*entries, **rules):
    return match_document("belot", ["Ана", "Boris", "Vera", "Georgi"], list(entries), rules=rules)


def sheet(*entries, **rules):
    found, good = score(document(*entries, **rules))
    assert good, found
    return found


def carre(player, rank):
    return {"player": player, "kind": "carre", "rank": rank}


def score_deal(declarations, contract="all_trumps", **rules):
    """The sheet of one made contract with these declarations, and whether it is one."""
    points = {"all_trumps": [158, 100], "no_trumps": [70, 60]}.get(contract, [100, 62])
    return score(document(deal(contract, 0, points, declarations=declarations), **rules))


def premiums(declarations, contract="all_trumps", **rules):
    """What the declarations bring a side, and how many count."""
    found, good = score_deal(declarations, contract, **rules)
    assert good, found
    row = found["entries"][0]
    lines = [
        line
        for line in row["lines"]
        if line["unit"] == "raw" and line["code"] not in ("trick_points", "no_trumps")
    ]
    assert len(lines) == len(declarations), "every declaration has its line"
    return [sum(line["points"] for line in lines if line["side"] == side) for side in (0, 1)]

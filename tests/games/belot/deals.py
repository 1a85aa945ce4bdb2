"""Deals and declarations of Belot as a document has them, and what they come to."""

from scorekeeper.games import score

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
    return {
        "format": "scorekeeper-match/1",
        "game": "belot",
        "rules": rules,
        "players": ["Ана", "Boris", "Vera", "Georgi"],
        "entries": list(entries),
    }


def sheet(*entries, **rules):
    found, good = score(document(*entries, **rules))
    assert good, found
    return found

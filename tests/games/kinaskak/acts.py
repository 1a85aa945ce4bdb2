"""Melds, acts and hands of Kínaskák as a question has them."""


def meld(kind, notation):
    return {"kind": kind, "cards": notation.split()}


def run(notation):
    return meld("run", notation)


def three(notation):
    return meld("set", notation)


def act(seat, kind, **fields):
    return {"seat": seat, "act": kind, **fields}


HANDS = [
    ["4H", "JK", "6H", "7H", "9C", "9D", "9S", "KC"],
    ["2S", "3S", "4S", "5S", "QC", "QD", "QH", "5H", "8H", "AD"],
]

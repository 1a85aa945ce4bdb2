"""Documents of an evening, and rounds one after the other as they come out."""

from scorekeeper.league.draw.drawing import draw


def entrants(count):
    """So many names."""
    return [f"p{number}" for number in range(count)]


def ask(players, **fields):
    """A draw document in fours, evenly; ``players`` are names, or how many there are."""
    names = entrants(players) if isinstance(players, int) else list(players)
    return {
        "format": "scorekeeper-draw/1",
        "seats": "changing",
        "way": "even",
        "seed": "3f9a",
        "players": names,
        "rounds": [],
        **fields,
    }


def draw_one(document):
    """The round of a document that is in order."""
    found, good = draw(document)
    assert good, found
    return found


def play(document, rounds, seed_of=lambda seed, number: seed):
    """So many rounds, each drawn on those before it."""
    played = list(document["rounds"])
    for number in range(rounds):
        seed = seed_of(document["seed"], number)
        played.append(draw_one({**document, "seed": seed, "rounds": played}))
    return played


def refuse(document):
    """The paths and codes of all problems of a document that is not in order."""
    found, good = draw(document)
    assert not good, found
    return [(error["path"], error["code"]) for error in found["errors"]]

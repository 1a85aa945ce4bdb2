"""What a round comes to and the least it could come to, by trying every way. It shares no code with the draw."""

from itertools import combinations

AIMS = {
    "random": ("together_broken", "partners"),
    "even": ("together_broken", "partners", "opponents"),
    "swiss": ("together_broken", "partners", "spread", "opponents"),
}


def pairs_of(names):
    return [frozenset(pair) for pair in combinations(names, 2)]


def split_table(table, seats):
    """The pairs of a table that are partners, and those that meet."""
    partners = [frozenset(table[::2]), frozenset(table[1::2])] if seats == "changing" else []
    return partners, [pair for pair in pairs_of(table) if pair not in partners]


def count(document, tables, resting):
    """The counts of a round, from all rounds at full length."""
    seats, here = document["seats"], document["players"]
    with_one_another, against = [], []
    for every in [*(played["tables"] for played in document["rounds"]), tables]:
        for table in every:
            partners, meeting = split_table(table, seats)
            with_one_another += partners
            against += meeting
    together = [frozenset(pair) for pair in document.get("together", [])]
    last = [split_table(table, seats)[seats != "changing"] for table in tables]
    kept = [*(pair for pairs in last for pair in pairs), *pairs_of(resting)]
    order = sorted(here, key=lambda name: -document.get("points", {}).get(name, 0))
    swiss = document["way"] == "swiss" and document["rounds"]

    def repeats(met, excepted=()):
        numbers = [met.count(pair) for pair in pairs_of(here) if pair not in excepted]
        return sum(number * (number - 1) // 2 for number in numbers)

    return {
        "together_broken": sum(pair not in kept for pair in together),
        "partners": repeats(with_one_another, together),
        "opponents": repeats(against),
        "spread": sum(
            (order.index(one) - order.index(other)) ** 2
            for table in tables
            for one, other in combinations(table, 2)
        )
        if swiss
        else 0,
    }


def compare(document, counts):
    """The numbers that a round is judged by, in their order."""
    way = document["way"] if document["rounds"] or document["way"] != "swiss" else "even"
    return tuple(counts[aim] for aim in AIMS[way])


def all_rounds(names, sizes, seats):
    """Every way to seat people at tables of these sizes."""
    if not sizes:
        yield []
        return
    first, *others = names
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for beside in combinations(others, size - 1):
            further = [name for name in others if name not in beside]
            for rest in all_rounds(further, left, seats):
                for table in ways_to_sit((first, *beside), seats):
                    yield [table, *rest]


def ways_to_sit(table, seats):
    if seats != "changing":
        return [table]
    first, second, third, fourth = table
    return [table, (first, third, second, fourth), (first, second, fourth, third)]


def least(document, drawn):
    """The least that any round with the same tables' sizes and the same who rest comes to."""
    locked = [tuple(table) for table in document.get("locked", [])]
    sizes = [len(table) for table in drawn["tables"]]
    for table in locked:
        sizes.remove(len(table))
    seated = {name for table in locked for name in table} | set(drawn["resting"])
    free = [name for name in document["players"] if name not in seated]
    rounds = all_rounds(free, sizes, document["seats"])
    return min(compare(document, count(document, [*tables, *locked], drawn["resting"])) for tables in rounds)


def best_sizes(number, sizes):
    """The sizes of tables for so many: few rest, then near the wanted size, then large tables."""
    wanted = sizes[0]

    def choices(left, allowed):
        yield ()
        for place, size in enumerate(allowed):
            if size <= left:
                yield from ((size, *rest) for rest in choices(left - size, allowed[place:]))

    def order(tables):
        distance = sum(abs(size - wanted) for size in tables)
        return number - sum(tables), distance, len(tables), [-size for size in sorted(tables, reverse=True)]

    return sorted(min(choices(number, sizes), key=order), reverse=True)


def price_resting(document, resting):
    """What decides who rests, before the lot."""
    free = set(document["players"]) - {name for table in document.get("locked", []) for name in table}
    apart = sum(
        (pair[0] in resting) != (pair[1] in resting)
        for pair in document.get("together", [])
        if set(pair) <= free
    )
    rests = [name for played in document["rounds"] for name in played["resting"]]
    points = document.get("points", {}) if document["way"] == "swiss" and document["rounds"] else {}
    return apart, sum(map(rests.count, resting)), sum(points.get(name, 0) for name in resting)


def least_resting(document, number):
    seated = {name for table in document.get("locked", []) for name in table}
    free = [name for name in document["players"] if name not in seated]
    return min(price_resting(document, resting) for resting in combinations(free, number))


def least_of_fours(document):
    """The least partners and opponents that any round of fours adds; all who are here play. Quick enough for twelve."""
    with_one_another, against = [], []
    for played in document["rounds"]:
        for table in played["tables"]:
            partners, meeting = split_table(table, "changing")
            with_one_another += partners
            against += meeting
    prices = {}

    def price(table):
        if table not in prices:
            partners, meeting = split_table(table, "changing")
            prices[table] = sum(map(with_one_another.count, partners)), sum(map(against.count, meeting))
        return prices[table]

    names = document["players"]
    rounds = all_rounds(names, [4] * (len(names) // 4), "changing")
    return min(tuple(map(sum, zip(*map(price, tables), strict=True))) for tables in rounds)

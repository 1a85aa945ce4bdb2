"""Who may open which page, as ``docs/addresses.md`` says. ``test_doors.py`` tries them all as everybody."""

import re
from pathlib import Path
from typing import Any

ANYBODY = "anybody"
WATCH, SCORE, OWNER = "watch", "score", "owner"
"""The link of the match allows at least this."""
ACCOUNT = "account"
"""Signed in; others are sent to sign in."""
KNOWN = "known"
"""Signed in, and proved at some time on this phone."""
PROVED = "proved"
"""Signed in, and proved again a short while ago."""
TICKET = "ticket"
"""The link that signs in once."""

KEEPER = "keeper"
"""This machine itself, or the token of the counters."""

PHONE = "phone"
"""The program on a phone alone."""

ELSEWHERE = ("leagues.", "league_api.")
"""Pages with a world of their own, in ``league_routes.py``."""


def read_documented() -> dict[str, tuple[str, str]]:
    """The tables of ``docs/addresses.md``: for each method of each page its address and who may open it."""
    text = (Path(__file__).parents[2] / "docs/addresses.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| `([^`]+)` \| ([A-Z, ]+) \| `([\w.]+)` \| (\w+) \|$", text, re.MULTILINE)
    return {
        f"{method} {page}": (address, may)
        for address, methods, page, may in lines
        for method in methods.split(", ")
    }


ROUTES = {
    name: may for name, (_, may) in read_documented().items() if not name.split()[1].startswith(ELSEWHERE)
}
"""Who may open what does not belong to a league."""

RULES = "izbUUcpOzMtU0lFS0qlWSk3JLMnMz1OyAgoXFKUWp5YoWSllJqfmJOalZCYr1cYCAA"
"""The house rules of Kani as a link carries them."""

VALUES: dict[str, dict[str, Any]] = {
    "static": {"filename": "style.css"},
    "install.manifest": {"code": "is"},
    "phone.file": {"name": "app"},
    "rules.book": {"game": "kani"},
    "rules.customs": {"game": "kani"},
    "rules.article": {"game": "kani", "number": "1"},
    "rule_sets.show": {"game": "kani", "code": RULES},
    "rule_sets.qr": {"game": "kani", "code": RULES},
    "rule_sets.keep": {"game": "kani", "code": RULES},
    "printing.pad": {"slug": "kani"},
    "api.rulebook": {"game": "kani"},
    "api.one_article": {"game": "kani", "article": "1"},
    "desk.questions": {"game": "kani"},
    "desk.ask": {"game": "kani", "question": "legal_cards"},
    "desk.house_rules": {"game": "kani"},
    "starting.begin": {"slug": "kani"},
    "starting.start": {"slug": "kani"},
    "starting.full": {"slug": "kani"},
    "starting.start_full": {"slug": "kani"},
    "match.ask": {"question": "legal_cards"},
    "match.live": {"page": "sheet"},
    "match.qr": {"letter": "w", "kind": "svg"},
    "match.record": {"kind": "deal"},
    "match.row": {"seq": 2},
    "match.correct": {"seq": 2},
    "match.protest": {"seq": 2},
    "match.strike": {"seq": 2},
    "match.forget": {"seat": 1},
    "match.dispute": {"seq": 3},
    "match.decide": {"seq": 3},
    "accounts.passkey_options": {"what": "sign_in"},
    "accounts.passkey_answer": {"what": "sign_in"},
}
"""What stands in the addresses, besides match, link and ruling."""

"""What stands in the addresses that are opened on a phone, and which of them answer otherwise than with their page."""

from typing import Any

VALUES: dict[str, dict[str, Any]] = {
    "static": {"filename": "style.css"},
    "install.manifest": {"code": "is"},
    "phone.file": {"name": "index.html"},
    "match.live": {"page": "sheet"},
    "rule_sets.show": {
        "game": "kani",
        "code": "izbUUcpOzMtU0lFS0qlWSk3JLMnMz1OyAgoXFKUWp5YoWSllJqfmJOalZCYr1cYCAA",
    },
    "rule_sets.qr": {
        "game": "kani",
        "code": "izbUUcpOzMtU0lFS0qlWSk3JLMnMz1OyAgoXFKUWp5YoWSllJqfmJOalZCYr1cYCAA",
    },
    "match.qr": {"letter": "w", "kind": "svg"},
    "match.record": {"kind": "deal"},
    "match.forget": {"seat": 1},
    "leagues.spreadsheet": {"kind": "wide"},
    "leagues.workbook": {"kind": "wide"},
    "leagues.join": {"token": "A" * 24},
    "leagues.tonight": {"token": "A" * 24},
    "leagues.tonight_qr": {"token": "A" * 24},
    "leagues.my_seat": {"token": "A" * 24, "player": "nokey"},
    "leagues.at_table": {"token": "A" * 24, "number": 1},
    "leagues.table_qr": {"token": "A" * 24, "number": 1},
    "accounts.link": {"token": "A" * 24},
}
"""By the name of a page. What the walk finds out goes before: match, link, row, ruling, league, player, night …"""

NOT_THERE = {
    "leagues.template_workbook": "what writes workbooks is heavy; the same table is there as text",
    "health.check": "it is for the keeper of a server",
    "health.metrics": "it is for the keeper of a server",
    "phone.window": "the phone does not hand out the files that it is made of",
    "phone.file": "the phone does not hand out the files that it is made of",
}
"""Pages that a phone does not have (404), and why."""

ANOTHER_MACHINE = {
    "match.share",
    "match.keep",
    "match.qr",
    "match.proof_qr",
    "match.tv",
    "leagues.invite",
    "leagues.join",
    "leagues.tonight",
    "leagues.tonight_qr",
    "leagues.my_seat",
    "leagues.at_table",
    "leagues.table_qr",
    "leagues.table_codes",
    "leagues.embed",
    "leagues.claims",
    "leagues.board",
    "accounts.another",
    "accounts.codes",
    "accounts.confirm",
    "accounts.data",
    "accounts.delete",
    "accounts.export",
    "accounts.home",
    "accounts.keys",
    "accounts.link",
    "accounts.list_sign_ins",
    "accounts.matches",
    "accounts.new",
    "accounts.password",
    "accounts.recover",
    "accounts.sign_in",
}
"""Pages that need another machine: they say that it is not on this phone alone."""

POSTED = {
    "starting.start",
    "importing.take",
    "match.record",
    "match.correct",
    "match.protest",
    "match.ask",
    "match.pin",
    "match.undo",
    "match.stop",
    "match.rematch",
    "match.best_of",
    "desk.ask",
    "leagues.new",
    "leagues.start",
    "leagues.paper",
    "leagues.confirm",
    "leagues.new_season",
    "leagues.plan",
    "leagues.imports",
    "leagues.upload",
}
"""Forms that the walk sends."""

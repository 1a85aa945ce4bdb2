"""How the tests ask the dispute desk: one question about one game, and what every answer must have."""

from typing import Any

from scorekeeper.games import rule, score


class Desk:
    """The desk of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.asked: dict[str, Any] = {}
        """The last question, whole."""

    def ask(self, question: str, rules: Any = None, **fields: Any) -> tuple[dict[str, Any], bool]:
        """The ruling or the errors document, and whether it is a ruling."""
        asked = {"format": "scorekeeper-question/1", "game": self.game, "question": question}
        self.asked = {**asked, "rules": rules or {}, **fields}
        return rule(self.asked)

    def ruling(self, question: str, rules: Any = None, **fields: Any) -> dict[str, Any]:
        """The ruling: a verdict in words, and reasons with their articles."""
        document, good = self.ask(question, rules, **fields)
        assert good, (document, fields)
        assert document["verdict"]
        assert document["reasons"]
        assert not [reason for reason in document["reasons"] if not (reason["text"] and reason["cites"])]
        return document

    def result(self, question: str, rules: Any = None, **fields: Any) -> Any:
        """The result of the ruling."""
        return self.ruling(question, rules, **fields)["result"]

    def errors(self, question: str, rules: Any = None, **fields: Any) -> list[tuple[str, str]]:
        """Path and code of everything that is wrong with a question; each is said in words."""
        document, good = self.ask(question, rules, **fields)
        assert not good, document
        assert not [error for error in document["errors"] if not error["message"]]
        return [(error["path"], error["code"]) for error in document["errors"]]

    def sheet(
        self, *entries: dict[str, Any], rules: Any = None, players: int = 4, **match: Any
    ) -> dict[str, Any]:
        """The sheet of a match of the game with these entries: what the desk says of them has to agree."""
        document = {"format": "scorekeeper-match/1", "game": self.game, "rules": rules or {}, **match}
        sheet, good = score({**document, "players": list("ABCDEFGH"[:players]), "entries": list(entries)})
        assert good, sheet
        return sheet


def texts(document: dict[str, Any]) -> list[str]:
    """The sentences of a ruling's reasons."""
    return [reason["text"] for reason in document["reasons"]]

"""What is asked of every game, by the registry alone: a fifth game meets these tests on its first day."""

import json
import re
from urllib.parse import urlsplit

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_examples, load_rulebook
from scorekeeper.core.scoring.decided import DEAL_ALSO
from scorekeeper.core.scoring.scores import AFTER_END
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES, score
from scorekeeper.store.match.record.archive import verify_document
from tests.cases import case
from tests.samples import folder_of, rulebook_languages, sample_match

EXAMPLES = [
    case(f"{game}: {example.title}", game, example) for game in GAMES for example in load_examples(game)
]
SCORED = [parameters for parameters in EXAMPLES if "errors" not in parameters.values[1].expect]
COLUMNS = {
    "scores": "scores",
    "outcomes": "outcome",
    "raw": "raw",
    "pending": "pending",
    "dealers": "dealer",
    "rounds": "round",
}
TOTALS = ("totals", "status", "winners", "ranking", "next_dealer")
MOTHER_TONGUES = {"belot": {"bg"}, "kani": {"is"}, "kinaskak": {"is"}, "escoba": {"eu", "es"}}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_worked_match_for_tests_about_all_games(game):
    assert sample_match(game)["game"] == game


@pytest.mark.parametrize("game", GAMES)
def test_every_way_to_write_a_deal_is_shown_by_an_example(game):
    deals = [
        set(entry) - DEAL_ALSO
        for example in load_examples(game)
        for entry in example.match["entries"]
        if entry.get("kind") == "deal"
    ]
    forms = {form.slug: {field.name for field in form.fields} for form in GAMES[game].forms}
    shown = {slug for slug, names in forms.items() if any(deal and deal <= names for deal in deals)}
    assert [f"{game} has no example of the form “{slug}”" for slug in sorted(set(forms) - shown)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_outcome_of_a_deal_is_shown_by_an_example(game):
    scored = [sheet for sheet, good in (score(example.match) for example in load_examples(game)) if good]
    shown = {entry.get("outcome") for sheet in scored for entry in sheet["entries"]}
    wanting = sorted(set(GAMES[game].outcomes) - shown)
    assert [f"{game} has no example of the outcome “{outcome}”" for outcome in wanting] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_outcome_of_a_deal_has_its_words(game):
    for example in load_examples(game):
        sheet, _good = score(example.match)
        deals = [entry for entry in sheet.get("entries", ()) if entry["kind"] == "deal"]
        for outcome in {deal["outcome"] for deal in deals} - {AFTER_END}:
            assert outcome in GAMES[game].outcomes, f"{game} has no words for the outcome “{outcome}”"


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_the_worked_example_comes_out_as_it_says(game, example):
    sheet, good = score(example.match)
    if "errors" in example.expect:
        assert not good, "the example says that this document is refused"
        assert [[error["path"], error["code"]] for error in sheet["errors"]] == example.expect["errors"]
        return
    assert good, sheet
    assert tell_sheet(sheet, example.expect) == example.expect


def tell_sheet(sheet, expected):
    """What the sheet says about everything the example expects."""
    found = {}
    for name in expected:
        if name in COLUMNS:
            found[name] = [entry.get(COLUMNS[name]) for entry in sheet["entries"]]
        elif name == "codes":
            found[name] = [[line["code"] for line in entry["lines"]] for entry in sheet["entries"]]
        elif name == "findings":
            found[name] = [[finding["code"] for finding in entry["findings"]] for entry in sheet["entries"]]
        elif name in TOTALS or name.startswith("final_"):
            found[name] = sheet.get(name.removeprefix("final_"))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_example_cites_articles_that_exist_and_shows_what_it_cites(game):
    numbers = {article.citation for article in load_rulebook(game).articles.values()}
    for example in load_examples(game):
        assert set(example.cites) <= numbers, example.title
        assert example.expect, example.title


@pytest.mark.parametrize("game", GAMES)
def test_every_option_cites_an_article_that_names_it(game):
    book = load_rulebook(game)
    for name, option in GAMES[game].options.list_options().items():
        slug, number = option.cite.split()
        assert slug == game
        assert name in book.article(number).options, f"{option.cite} does not name the option {name}"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_an_article_names_exists(game):
    named = {name for article in load_rulebook(game).articles.values() for name in article.options}
    assert named <= set(GAMES[game].options.list_options())


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_is_whole_in_the_game_s_own_languages(game):
    english = load_rulebook(game)
    assert set(rulebook_languages(game)) >= {"en"} | MOTHER_TONGUES.get(game, set())
    for language in rulebook_languages(game):
        book = load_rulebook(game, language)
        assert list(book.articles) == list(english.articles), f"{language} numbers its articles otherwise"
        for number, article in book.articles.items():
            assert article.title, (language, number)
            assert article.text, (language, number)
            assert article.source, (language, number)
            if language != "en" and article.depth:
                assert article.text != english.article(number).text, f"{language} {number} is still English"


@pytest.mark.parametrize("game", GAMES)
def test_a_web_address_in_a_source_can_be_read_and_belongs_to_a_custom(game):
    for number, article in load_rulebook(game).articles.items():
        for address in [part for part in article.source.split("; ") if "://" in part]:
            where = urlsplit(address)
            assert article.custom, number
            assert article.source.startswith("custom; "), number
            assert where.scheme in ("http", "https"), number
            assert where.hostname, number
            assert len(address) < 80, f"{number}: a terminal breaks it"
            assert " " not in address, number


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_speaks_in_words_not_in_identifiers(game):
    declared = set(GAMES[game].options.list_options()) - {"setenta"}  # what players call it too
    for language in rulebook_languages(game):
        for number, article in load_rulebook(game, language).articles.items():
            codes = re.findall(r"\w+_\w+|`", f"{article.title} {article.text}")
            assert codes == [], (language, number)
            if language != "en":
                assert not declared & set(re.findall(r"\w+", article.text)), (language, number)


@pytest.mark.parametrize("game", GAMES)
def test_articles_are_numbered_in_order_without_gaps(game):
    numbers = [tuple(map(int, number.split("."))) for number in load_rulebook(game).articles]
    assert numbers == sorted(numbers)
    for number in numbers:
        if len(number) == 2 and number[1] > 1:
            assert (number[0], number[1] - 1) in numbers, f"before {number}"


@pytest.mark.parametrize("game", GAMES)
def test_every_citation_in_the_source_leads_to_an_article(game):
    numbers = {article.citation for article in load_rulebook(game).articles.values()}
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder_of(game).rglob("*.py")))
    cited = set(re.findall(rf'"({game} \d+(?:\.\d+)*)"', source))
    assert cited, "a game that cites nothing explains nothing"
    assert cited - numbers == set()


@pytest.mark.parametrize(("game", "example"), SCORED)
def test_lines_add_up_and_carry_their_articles(game, example):
    sheet, good = score(example.match)
    assert good, sheet
    numbers = {article.citation for article in load_rulebook(game).articles.values()}
    for entry in sheet["entries"]:
        assert sums(entry, "written") == entry["scores"]
        if "raw" in entry and entry["outcome"] != "after_end":
            assert sums(entry, "raw") == entry["raw"]
        for line in entry["lines"]:
            assert line["text"]
            assert line["cites"]
            assert set(line["cites"]) <= numbers


def sums(entry, unit):
    """The points of an entry's lines of one unit, a side each."""
    totals = [0] * len(entry["scores"])
    for line in entry["lines"]:
        if line["unit"] == unit:
            totals[line["side"]] += line["points"]
    return totals


@pytest.mark.parametrize("game", GAMES)
def test_presets_are_differences_that_the_options_accept(game):
    for preset in GAMES[game].presets:
        report = Report()
        rules = GAMES[game].read_rules({"preset": preset}, GAMES[game].players[0], report)
        assert report.errors == []
        assert rules.preset == preset
        names = GAMES[game].preset_names
        assert isinstance(names.get(preset), Text), f"{game} has no name for the preset “{preset}”"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_without_entries_is_open_and_level(game):
    players = ["Ana", "Boris", "Vera", "Georgi"][: max(2, GAMES[game].players[0])]
    sheet, good = score({"format": "scorekeeper-match/1", "game": game, "players": players, "entries": []})
    assert good, sheet
    assert sheet["status"] == "open"
    assert set(sheet["totals"]) == {0}
    assert sheet["next_dealer"] == 0


@pytest.mark.parametrize(("game", "example"), SCORED)
def test_any_prefix_of_an_example_gives_the_same_first_rows(game, example):
    whole, _ = score(example.match)
    for length in range(len(whole["entries"])):
        part, _ = score({**example.match, "entries": example.match["entries"][:length]})
        assert part["entries"] == whole["entries"][:length]


@pytest.mark.parametrize(("game", "example"), SCORED)
def test_an_archive_of_an_example_survives_json_and_verifies(game, example):
    sheet, _ = score(example.match)
    archive = json.loads(json.dumps({**example.match, "sheet": sheet}, ensure_ascii=False))
    assert archive["sheet"] == sheet
    assert verify_document(archive) == []
    for name in ("totals", "winners", "status"):
        altered = {**archive, "sheet": {**sheet, name: None}}
        assert [finding.path for finding in verify_document(altered)] == [f"sheet.{name}"]

"""Scripts that are sent as one mean what they mean one by one."""

import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.web.site import assets, joining

TEXTS = {
    "js/net.js": 'export class Gone {}\nlet token = "";\nexport async function get() { return token; }\n',
    "js/draft.js": 'import { get } from "./net.js";\nimport { say } from "./touch.js";\n'
    "export const held = () => say(get());\n",
    "js/touch.js": "export function say(words) { return words; }\n",
    "games/belot/entry.js": 'import { held } from "../../js/draft.js";\nheld();\n',
    "games/kani/bid.js": "export const bid = 7;\n",
    "games/kani/deal.js": 'import { bid } from "./bid.js";\n',
    "games/kani/entry.js": 'import { bid } from "./bid.js";\nimport "./deal.js";\nbid();\n',
}


@pytest.fixture(autouse=True)
def two_are_joined(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "joined" in request.fixturenames:
        joined = {"js/both.js": ("js/net.js", "js/draft.js")}
        monkeypatch.setattr(joining, "JOINED", joined)
        monkeypatch.setattr(joining, "SENT_IN", dict.fromkeys(joined["js/both.js"], "js/both.js"))


@pytest.fixture
def joined() -> None:
    """Asks for the two."""


def test_each_script_keeps_a_scope_of_its_own_and_hands_on_what_it_exports(joined: None) -> None:
    lines = joining.write("js/both.js", TEXTS.__getitem__).splitlines()
    assert [line for line in lines if line.strip()] == [
        'import { say } from "./touch.js";',
        "const { Gone, get } = (() => {",
        "class Gone {}",
        'let token = "";',
        "async function get() { return token; }",
        "return { Gone, get };",
        "})();",
        "const { held } = (() => {",
        "const held = () => say(get());",
        "return { held };",
        "})();",
        "export { Gone, get, held };",
    ]


def test_others_import_the_joined_script_and_its_parts_are_found_where_they_were(joined: None) -> None:
    game = joining.write("games/belot/entry.js", TEXTS.__getitem__)
    assert game == 'import { held } from "../../js/both.js";\n{\nheld();\n}\n'
    assert joining.write("js/net.js", TEXTS.__getitem__) == 'export { Gone, get } from "./both.js";\n'
    assert joining.write("js/touch.js", TEXTS.__getitem__) == TEXTS["js/touch.js"]


def test_what_lies_in_the_folder_of_a_game_is_sent_with_its_screen_but_for_its_words(joined: None) -> None:
    assert joining.list_parts("games/kani/entry.js", TEXTS.__getitem__) == (
        "games/kani/bid.js",
        "games/kani/entry.js",
    )
    assert joining.write("games/kani/bid.js", TEXTS.__getitem__) == 'export { bid } from "./entry.js";\n'
    deal = joining.write("games/kani/deal.js", TEXTS.__getitem__)
    assert deal == 'import { bid } from "./entry.js";\n{\n}\n'


def scripts(app: Any) -> dict[str, str]:
    root = Path(app.static_folder)
    files = (*root.glob("js/*.js"), *root.glob("games/*/*.js"))
    return {file.relative_to(root).as_posix(): file.read_text() for file in files}


def test_what_a_joined_script_needs_stands_before_it_and_no_name_twice(app: Any) -> None:
    texts = scripts(app)
    for name in {joining.sent_as(name) for name in texts}:
        parts = joining.list_parts(name, texts.__getitem__)
        names = [one for part in parts for one in joining.list_exports(texts[part])]
        names += [one for other in joining.list_imports(name, texts.__getitem__) for one in other.taken]
        assert len(names) == len(set(names)), name
        for number, part in enumerate(parts):
            needed = {
                joining.resolve(part, one) for one in re.findall(r'^import .*"(.+)";', texts[part], re.M)
            }
            assert needed & set(parts) <= set(parts[:number]), f"{part} in {name}"


def test_scripts_export_and_import_in_the_ways_that_are_understood(app: Any) -> None:
    said = re.compile(
        r"(?:export (?:async )?(?:function|class|const) (?:\w+|\{ [\w, ]+ \})"
        r'|import (?:\{ [\w, ]+ \} from )?"\.[\w./-]+";$)'
    )
    for name, text in scripts(app).items():
        lines = [line for line in text.splitlines() if line.startswith(("export", "import"))]
        assert [line for line in lines if not said.match(line)] == [], name


def test_nothing_of_one_script_is_sent_twice(app: Any) -> None:
    with app.test_request_context():
        for name in scripts(app):
            sent = joining.sent_as(name)
            if sent != name:
                assert len(assets.text(name)) < 250, name
                assert sent.rpartition("/")[2] in assets.text(name)

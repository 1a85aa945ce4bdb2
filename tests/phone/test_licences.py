"""The page of licences names the scripts of others beside the packages."""

import tomllib

from tools.phone import fetching
from tools.phone.licences import list_vendored

LISTED = tomllib.loads((fetching.ROOT / "static/vendor/vendored.toml").read_text(encoding="utf-8"))


def test_every_script_of_others_stands_there_once_with_the_text_of_its_licence() -> None:
    parts = list(list_vendored())
    assert sorted((part.name, part.version) for part in parts) == sorted(
        {(one["name"], one["version"]) for one in LISTED.values()}
    )
    assert [part.name for part in parts if not part.licence or len(part.text) < 300] == []

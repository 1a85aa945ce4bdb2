"""Scripts are made small and packed beforehand, by `make`; where one was changed since, the server does it."""

import gzip
import re
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import brotli
import pytest

from scorekeeper.web.site import assets, files, joining
from tools import pack_files

ROOT = Path(__file__).parents[3]
STATIC = str(ROOT / "static")
UNPACKED: dict[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}


def test_every_file_that_is_sent_lies_packed_in_every_way() -> None:
    missing = [name for name in files.list_sent(STATIC) if files.read_packed(STATIC, name) is None]
    assert missing == [], "a script or style was changed since they were packed: run `make check`"
    for name in files.list_sent(STATIC):
        plain = files.read_packed(STATIC, name)
        for way, unpack in UNPACKED.items():
            packed = files.read_packed(STATIC, name, way)
            assert plain is not None
            assert (packed is None) == (len(plain) <= pack_files.MIN_BYTES), name
            assert packed is None or unpack(packed) == plain, name


def test_a_script_that_was_made_small_keeps_the_names_that_others_import() -> None:
    for name in (one for one in files.list_sent(STATIC) if one.endswith(".js") and "vendor" not in one):
        parts = joining.list_parts(name, lambda one: files.read(STATIC, one))
        exported = {one for part in parts for one in joining.list_exports(files.read(STATIC, part))}
        sent = (files.read_packed(STATIC, name) or b"").decode()
        assert exported <= set(re.findall(r"\w+", sent)), name
        assert "\n//" not in sent, name


@pytest.mark.parametrize(("way", "ends"), [("br", ".br"), ("gzip", ".gz"), ("identity", "")])
def test_a_browser_gets_a_file_as_it_was_packed(app: Any, way: str, ends: str) -> None:
    with app.test_request_context():
        address = assets.asset("js/entering.js")
    answer = app.test_client().get(address, headers={"Accept-Encoding": way})
    assert answer.data == (files.packed_folder(STATIC) / f"js/entering.js{ends}").read_bytes()
    assert answer.headers.get("Content-Encoding", "identity") == way
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert "immutable" in answer.headers["Cache-Control"]


def test_a_script_that_was_not_packed_loses_its_comments_and_no_word(app: Any, tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path / "static")
    app.static_folder = str(tmp_path / "static")
    with app.test_request_context():
        for name in ("js/people.js", "js/roving.js", "js/worker.js"):
            kept = files.read(app.static_folder, name)
            code = re.sub(r"^[ \t]*//.*\n|[ \t]//.*$", "", kept, flags=re.MULTILINE)
            sent = app.test_client().get(assets.asset(name)).get_data(as_text=True)
            assert re.findall(r"\w+", sent) == re.findall(r"\w+", code)
            assert len(sent) < len(kept) * 0.9


def test_packing_removes_what_earlier_versions_left(tmp_path: Path) -> None:
    for name in files.list_files(STATIC):  # to pack what is in them takes seconds
        empty = tmp_path / "static" / name
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.touch()
    before = pack_files.pack_all(tmp_path)
    (tmp_path / "static" / "js" / "people.js").write_text("export const changed = 1;\n")
    files.list_files.cache_clear()
    files.digest.cache_clear()
    files.version.cache_clear()
    after = pack_files.pack_all(tmp_path)
    assert [one.name for one in after.parent.iterdir()] == [after.name]
    assert after.name != before.name


def test_two_builds_of_one_checkout_leave_every_file(tmp_path: Path) -> None:
    place, names = tmp_path / "static" / "version", {f"{number}.js" for number in range(40)}
    place.parent.mkdir()

    def build(number: int) -> None:
        made = tmp_path / str(number) / "made"
        made.mkdir(parents=True)
        for name in sorted(names):
            (made / name).write_text(name)
        pack_files.put_in_place(made, place)

    for turn in range(0, 60, 2):
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(build, (turn, turn + 1)))
        assert {one.name for one in place.iterdir()} == names


def test_a_folder_that_cannot_be_put_in_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    with pytest.raises(FileNotFoundError):
        pack_files.put_in_place(tmp_path / "never made", tmp_path / "static" / "version")

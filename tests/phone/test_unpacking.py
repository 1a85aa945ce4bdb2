"""What is fetched is small, and a phone unpacks it to the very bytes that were packed."""

import hashlib
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from tests.phone.building import unpack_once
from tools.phone import packing
from tools.phone.__main__ import DECODER

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MAX_MEGABYTES = 7.0
DRAWN = random.Random(7)
TEXT = b"Hearts, 100 to 62; " * 40
KINDS = {
    "nothing": b"",
    "one byte": b"x",
    "one byte often": bytes(100_000),
    "text that repeats itself": TEXT,
    "bytes by chance": DRAWN.randbytes(30_000),
    "text between bytes by chance": b"".join(
        DRAWN.randbytes(DRAWN.randrange(60)) + TEXT[: DRAWN.randrange(400)] for _ in range(300)
    ),
    "repetitions from far away": (start := DRAWN.randbytes(200_000)) + start + start[::2] + start,
    "numbers of four bytes": b"".join(number.to_bytes(4, "little") for number in range(0, 90_000, 7)),
}


def unpack(scratch: Path, *files: Path) -> list[str]:
    """What the phone's own script makes of files: digests, or what it says is wrong with them."""
    beside = scratch / "window"
    if not beside.exists():
        shutil.copytree(ROOT / "static" / "vendor" / DECODER, beside / DECODER)
        shutil.copy(ROOT / "phone" / "unpacking.js", beside)
        (beside / "package.json").write_text('{"type": "module"}')
    command = [
        compute_driver_executable()[0],
        str(HERE / "unpack.mjs"),
        str(beside / "unpacking.js"),
        *map(str, files),
    ]
    said: list[str] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return said


def read_files(folder: Path) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads((folder / "version.json").read_text())["files"]
    return listed


def test_bytes_of_every_kind_come_back(tmp_path: Path) -> None:
    files = [tmp_path / str(number) for number in range(len(KINDS))]
    for file, data in zip(files, KINDS.values(), strict=True):
        file.write_bytes(packing.squeeze(data))
    found = dict(zip(KINDS, unpack(tmp_path, *files), strict=True))
    assert found == {name: hashlib.sha256(data).hexdigest() for name, data in KINDS.items()}


def test_what_is_cut_or_damaged_is_not_taken_for_whole(tmp_path: Path) -> None:
    packed = packing.squeeze(KINDS["text between bytes by chance"])
    (tmp_path / "cut").write_bytes(packed[: len(packed) // 2])
    (tmp_path / "damaged").write_bytes(packed[:40] + bytes(40) + packed[80:])
    for said in unpack(tmp_path, tmp_path / "cut", tmp_path / "damaged"):
        assert said.startswith("what was packed is ")


def test_every_file_of_the_folder_comes_back_and_all_of_it_is_small(
    phone_folder: Path, tmp_path: Path
) -> None:
    kept, listed = unpack_once(phone_folder), read_files(phone_folder)
    packed = [file for file in listed if file["packed"]]
    expected = [hashlib.sha256((kept / file["kept"]).read_bytes()).hexdigest() for file in packed]
    assert unpack(tmp_path, *(phone_folder / file["fetched"] for file in packed)) == expected
    for file in listed:
        assert (phone_folder / file["fetched"]).stat().st_size == file["bytes"], file
    assert sum(file["bytes"] for file in listed) / 1e6 <= MAX_MEGABYTES

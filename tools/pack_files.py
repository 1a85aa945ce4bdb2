"""Make our scripts small and pack them and the style sheets (`static/`), as servers send them.

`python tools/pack_files.py` writes `build/static/<version>/`, where the program looks for them; the Makefile runs it
when a file has changed, and the build hook of the wheel (`compile_catalogues.py`) puts the folder in. Names inside a
script are shortened here, which takes a library that no server has to load.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import brotli
from zopfli import gzip

ROOT = Path(__file__).resolve().parent.parent
MIN_BYTES = 500
"""Less is not packed: the answer would hardly be shorter."""


def load_files(root: Path) -> ModuleType:
    """What the program of a checkout says of its files; none of its libraries are needed for that."""
    sys.path.insert(0, str(root))
    try:
        from scorekeeper.web.site import files  # here, because a build has no such package until now
    finally:
        sys.path.remove(str(root))
    return files


def shorten(script: str) -> str:
    """A script that does the same, without comments and with short names inside."""
    import minify  # here, because it takes long to load and style sheets need none of it

    return str(minify.string("application/javascript", script))


def make_versions(text: str) -> Iterator[tuple[str, bytes]]:
    """A file in every way in which it is sent, each behind the ending of its name."""
    data = text.encode()
    yield "", data
    if len(data) > MIN_BYTES:
        yield ".br", brotli.compress(data)
        yield ".gz", gzip.compress(data)


def pack_all(root: Path) -> Path:
    """Write what is sent of every file, and remove what earlier versions left; returns the folder."""
    files, folder = load_files(root), str(root / "static")
    place: Path = files.packed_folder(folder)
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent.parent, prefix=".packing-") as scratch:
        made = Path(scratch, "made")
        for name in files.list_sent(folder):
            text = (
                files.write_style(folder, name) if name.endswith(".css") else files.write_script(folder, name)
            )
            if name.endswith(".js") and not name.endswith(files.MADE_SMALL):
                text = shorten(text)
            for ending, data in make_versions(text):
                target = made / f"{name}{ending}"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
        put_in_place(made, place)
    return place


def put_in_place(made: Path, place: Path) -> None:
    """Exchange a folder as a whole: another build of the same checkout may put the same files there at this moment."""
    for old in place.parent.iterdir():
        if old != place:
            shutil.rmtree(old, ignore_errors=True)
    with suppress(FileNotFoundError):
        place.rename(made.with_name("before"))
    try:
        made.rename(place)
    except OSError:
        if not place.is_dir():  # else the other build was first
            raise


if __name__ == "__main__":
    written = pack_all(ROOT)
    print(f"packed scripts and styles: {written.relative_to(ROOT)}", file=sys.stderr)

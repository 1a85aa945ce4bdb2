"""Compile the gettext catalogues (.po, kept in git) to the files that the program reads (.mo, beside them).

The Makefile runs it as a script when a catalogue has changed. Hatchling runs it as a build hook, so that a wheel and
an editable install have them too; the hook also puts the pages into the wheel, and what `pack_files.py` makes of them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from runpy import run_path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = ("templates", "static")
"""Folders that stand beside the package in a checkout and inside it in a wheel."""
CATALOGUES = "scorekeeper/translations/*/LC_MESSAGES/*.po"


def compile_catalogue(po: Path) -> Path:
    """Write the .mo in one step: a server that reads it meanwhile sees the old or the new, never half."""
    with po.open("rb") as source:
        catalogue = read_po(source, locale=po.parent.parent.name)
    mo = po.with_suffix(".mo")
    handle, unfinished = tempfile.mkstemp(dir=mo.parent, suffix=".part")
    with os.fdopen(handle, "wb") as target:
        write_mo(target, catalogue)
    os.chmod(unfinished, 0o644)
    os.replace(unfinished, mo)
    return mo


def compile_all(root: Path) -> list[Path]:
    return [compile_catalogue(po) for po in sorted(root.glob(CATALOGUES))]


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls before it collects the files of a wheel or of an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_all(Path(self.root))
        # An editable install would get copies, which go stale: it finds the folders of the checkout.
        if self.target_name == "wheel" and version == "standard":
            pages = {str(Path(self.root) / name): f"scorekeeper/{name}" for name in PAGES}
            build_data["force_include"].update(pages)
            packed = run_path(str(Path(self.root) / "tools" / "pack_files.py"))["pack_all"](Path(self.root))
            build_data["force_include"][str(packed)] = f"scorekeeper/build/static/{packed.name}"


if __name__ == "__main__":
    for written in compile_all(Path(__file__).resolve().parent.parent):
        print(f"compiled {written.parent.parent.name}", file=sys.stderr)

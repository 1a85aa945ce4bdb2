"""The TOML files that lie beside the program's modules: rulebooks, worked examples, trees of irregularities."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def has_data(package: str, name: str) -> bool:
    """Whether a package holds this file; one that is no folder holds none."""
    return hasattr(import_module(package), "__path__") and _find(package, name).is_file()


def read_data(package: str, name: str) -> dict[str, Any]:
    """What a package's file says; nothing where there is none."""
    import tomllib  # here, so that scoring a match does not wait for it

    file = _find(package, name)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _find(package: str, name: str) -> Any:
    from importlib import resources  # here, so that scoring a match does not wait for it

    return resources.files(package) / name

"""Scripts that pages want together are sent as one: on a slow network every request costs more than its bytes.

Each script keeps a scope of its own, and what it exports is seen by those after it. A script that is sent inside
another is still found at its own address, where it hands out the exports of the joined one: no script is run twice.
One that is sent alone and exports nothing stands in a block, because names inside a scope are made short.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import relpath
from typing import NamedTuple

JOINED = {
    "js/install.js": ("js/touch.js", "js/drawer.js", "js/install.js"),
    "js/live.js": ("js/live.js", "js/unsent.js"),
    "js/entering.js": tuple(
        f"js/{name}.js"
        for name in (
            "net",
            "outbox",
            "draft",
            "told",
            "keypad",
            "rest",
            "goes",
            "opens",
            "fits",
            "stepper",
            "saving",
            "entry",
        )
    ),
}
"""What is sent as one, under which name, in the order in which the scripts need one another.

Those of ``js/entering.js`` do nothing by being loaded, and ``js/entry.js`` begins once every script of its page is
there: a game’s module may come before it or after it.
A game’s ``entry.js`` brings along what else lies in its folder, but for what other pages load by itself: ``deal.js``,
``ask.js``, which the desk loads, ``announcements.js``, which both need, and ``plays.js`` of a page of its own.
"""
SENT_IN = {part: name for name, parts in JOINED.items() for part in parts}
_OF_A_GAME = re.compile(r"(games/\w+)/(?!(?:deal|ask|announcements|plays)\b)\w+\.js")
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let) (?:\{([^}]*)\}|(\w+))", re.MULTILINE)

Read = Callable[[str], str]
"""The text of a script, by its name below the static folder."""


class Import(NamedTuple):
    """A script that another imports, by the name under which it is sent, and what it takes from there."""

    name: str
    taken: tuple[str, ...]


def sent_as(name: str) -> str:
    """The name under which a script is sent: its own, or that of the joined one."""
    own = _OF_A_GAME.fullmatch(name)
    return f"{own[1]}/entry.js" if own else SENT_IN.get(name, name)


def list_parts(name: str, read: Read) -> tuple[str, ...]:
    """The scripts that are sent under one name, each behind what it needs."""
    return JOINED.get(name) or _list_own(name, name, read)


def _list_own(name: str, part: str, read: Read) -> tuple[str, ...]:
    beside = (resolve(part, address) for _taken, address in _IMPORT.findall(read(part)))
    needed = (_list_own(name, script, read) for script in beside if sent_as(script) == name)
    return tuple(dict.fromkeys((*(script for several in needed for script in several), part)))


def list_imports(name: str, read: Read) -> list[Import]:
    """What a script that is sent needs of others that are sent, each once."""
    names_by_script: dict[str, dict[str, None]] = {}
    for part in list_parts(name, read):
        for taken, address in _IMPORT.findall(read(part)):
            sent = sent_as(resolve(part, address))
            if sent != name:
                names_by_script.setdefault(sent, {}).update(dict.fromkeys(_split(taken)))
    return [Import(sent, tuple(taken)) for sent, taken in names_by_script.items()]


def write(name: str, read: Read) -> str:
    """The text of a script as it is sent, before it is made small."""
    if sent_as(name) != name:
        return _hand_out(name, read)
    imports = "".join(_import_line(name, imported) for imported in list_imports(name, read))
    texts = [read(part) for part in list_parts(name, read)]
    if len(texts) == 1:
        code = _IMPORT.sub("", texts[0])
        return imports + (code if list_exports(code) else f"{{\n{code}}}\n")
    exported = [exported_name for text in texts for exported_name in list_exports(text)]
    return f"{imports}{''.join(map(_enclose, texts))}export {{ {', '.join(exported)} }};\n"


def list_exports(text: str) -> list[str]:
    """The names that a script exports."""
    return [name for several, single in _EXPORT.findall(text) for name in _split(several) or (single,)]


def resolve(name: str, address: str) -> str:
    """What ``../../js/net.js`` means in ``games/…/entry.js``."""
    parts = name.split("/")[:-1]
    for part in address.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",") if name.strip())


def _import_line(name: str, imported: Import) -> str:
    taken = f"{{ {', '.join(imported.taken)} }} from " if imported.taken else ""
    return f'import {taken}"{_beside(name, imported.name)}";\n'


def _hand_out(name: str, read: Read) -> str:
    exported = list_exports(read(name))
    there = _beside(name, sent_as(name))
    return f'export {{ {", ".join(exported)} }} from "{there}";\n' if exported else f'import "{there}";\n'


def _beside(name: str, target: str) -> str:
    path = relpath(target, name.rpartition("/")[0])
    return path if path.startswith("..") else f"./{path}"


def _enclose(text: str) -> str:
    exported = ", ".join(list_exports(text))
    code = re.sub(r"^export ", "", _IMPORT.sub("", text), flags=re.MULTILINE)
    opened = f"const {{ {exported} }} = (() => {{\n" if exported else "(() => {\n"
    return f"{opened}{code}\n" + (f"return {{ {exported} }};\n" if exported else "") + "})();\n"

"""The gettext catalogues: `update` collects the program's sentences, `check` says what is wrong.

English is the source and has no catalogue. The sentences are the arguments of T, N, C, _, gettext and
ngettext in the package's Python files and templates.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("bg", "is", "eu", "es")
FEW_AND_MANY = "nplurals=2; plural=(n != 1);"
PLURALS = {"is": "nplurals=2; plural=(n%10!=1 || n%100==11);"}
"""Icelandic says 'one' of 1, 21, 31 …, the others of 1 only."""

HEADER = r"""msgid ""
msgstr ""
"Project-Id-Version: Scorekeeper\n"
"Language: {language}\n"
"Plural-Forms: {rule}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""
"""No dates and no names in it: two people who update on two days make the same file."""

KEYWORDS: dict[str, Any] = {
    "T": (1,),
    "N": (1, 2),
    "C": ((1, "c"), 2),
    "_": (1,),
    "gettext": (1,),
    "ngettext": (1, 2),
}
METHODS = [("templates/**.html", "jinja2"), ("**.py", "python")]
OPTIONS = {"templates/**.html": {"encoding": "utf-8", "silent": "false"}, "**.py": {"encoding": "utf-8"}}
PLACEHOLDER = re.compile(r"\{(\w*)[^{}]*\}|%\((\w+)\)[sd]")


def extracted(root: Path) -> Catalog:
    """Every sentence of the program and the files that say it. Line numbers would change with every edit."""
    catalogue = Catalog(project="Scorekeeper", charset="utf-8", fuzzy=False)
    package = root / "scorekeeper"
    for name, _line, message, comments, context in sorted(
        extract_from_dir(package, METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",)),
        key=lambda found: (found[0].replace("\\", "/"), found[1]),
    ):
        where = f"scorekeeper/{name}".replace("\\", "/")
        catalogue.add(message, None, [(where, 0)], auto_comments=comments, context=context)
    return catalogue


def po_file(root: Path, language: str) -> Path:
    return root / "scorekeeper" / "translations" / language / "LC_MESSAGES" / "messages.po"


def read(path: Path, language: str) -> Catalog:
    with path.open("rb") as source:
        return read_po(source, locale=language)


def key(message: Message) -> tuple[str | None, str]:
    """What a sentence is found by: its context and its English (for plurals, the singular)."""
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


# --- update ---------------------------------------------------------------------------------------


def update(root: Path) -> None:
    template = extracted(root)
    for language in LANGUAGES:
        path = po_file(root, language)
        catalogue = merged(template, read(path, language) if path.exists() else None, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as target:
            target.write(HEADER.format(language=language, rule=PLURALS.get(language, FEW_AND_MANY)).encode())
            write_po(target, catalogue, width=100, include_lineno=False, omit_header=True)
        empty = sum(1 for message in catalogue if message.id and not complete(message))
        print(f"{language}: {len(catalogue)} sentences, {empty} to translate")


def merged(template: Catalog, old: Catalog | None, language: str) -> Catalog:
    """The template's sentences with the translations we have; those no longer said are kept as obsolete."""
    known = {key(message): message for message in old if message.id} if old else {}
    shelved = {key(message): message for message in old.obsolete.values()} if old else {}
    catalogue = Catalog(locale=language, project="Scorekeeper", charset="utf-8", fuzzy=False)
    for message in template:
        if not message.id:
            continue
        before = known.pop(key(message), None) or shelved.pop(key(message), None)
        fits = before is not None and isinstance(before.id, str) == isinstance(message.id, str)
        catalogue.add(
            message.id,
            before.string if before and fits else None,
            message.locations,
            before.flags if before and fits else (),
            message.auto_comments,
            before.user_comments if before else (),
            context=message.context,
        )
    for message in [*shelved.values(), *(message for message in known.values() if complete(message))]:
        catalogue.obsolete[catalogue._key_for(message.id, message.context)] = message
    return catalogue


# --- check ----------------------------------------------------------------------------------------


def problems(root: Path) -> Iterator[str]:
    template = {key(message): message for message in extracted(root) if message.id}
    for language in LANGUAGES:
        path = po_file(root, language)
        if not path.exists():
            yield f"{language}: there is no catalogue; run `make messages`"
            continue
        rule = re.search(r'^"Plural-Forms:\s*(.*?)\\n"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        wanted = PLURALS.get(language, FEW_AND_MANY)
        if rule is None or squeezed(rule[1]) != squeezed(wanted):
            yield f"{language}: Plural-Forms should be {wanted}"
        present = {key(message): message for message in read(path, language) if message.id}
        for missing in template.keys() - present.keys():
            yield f"{language}: not in the catalogue, run `make messages`: {missing[1]!r}"
        for stale in present.keys() - template.keys():
            yield f"{language}: no longer said by the program, run `make messages`: {stale[1]!r}"
        for found in present.keys() & template.keys():
            yield from (
                f"{language}: {what}: {found[1]!r}"
                for what in faults(present[found], template[found], language)
            )


def squeezed(rule: str) -> str:
    return re.sub(r"\s|;$", "", rule)


def faults(message: Message, source: Message, language: str) -> Iterator[str]:
    if message.fuzzy:
        yield "fuzzy"
    if message.id != source.id:
        yield "its plural differs from the program's, run `make messages`"
    elif not complete(message):
        yield "not translated"
    elif isinstance(message.id, str):
        if placeholders(str(message.string)) != placeholders(message.id):
            yield "the placeholders differ"
    else:
        yield from plural_faults(message, language)


def plural_faults(message: Message, language: str) -> Iterator[str]:
    """The first form may leave the number out, as 'one card' does, where it is said of 1 only."""
    singular, plural = placeholders(message.id[0]), placeholders(message.id[1])
    for index, form in enumerate(forms(message)):
        allowed = [plural] if index or language in PLURALS else [plural, singular]
        if placeholders(form) not in allowed:
            yield f"the placeholders of plural form {index} differ"


def complete(message: Message) -> bool:
    if isinstance(message.id, str):
        return bool(message.string)
    return len(forms(message)) == 2 and all(forms(message))


def forms(message: Message) -> list[str]:
    return list(message.string or ())


def placeholders(text: str) -> list[str]:
    plain = text.replace("{{", "").replace("}}", "").replace("%%", "")
    return sorted(curly or percent for curly, percent in PLACEHOLDER.findall(plain))


def check(root: Path) -> int:
    if not (root / "scorekeeper" / "translations").exists():
        print("catalogues: there are none yet")
        return 0
    found = sorted(problems(root))
    print("\n".join(found) or f"catalogues: {', '.join(LANGUAGES)} are complete")
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["update", "check"])
    if parser.parse_args().what == "check":
        return check(ROOT)
    update(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())

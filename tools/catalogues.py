"""The gettext catalogues: `update` collects the program's sentences, `check` says what is wrong.

English is the source and has no catalogue. The sentences are the arguments of T, N, C, _, gettext and
ngettext in the package's Python files and in the templates, and those in the trees of irregularities. A language may
say a sentence of all games otherwise in one of them: once more in its catalogue, with the game's slug as `msgctxt`.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from gettext import c2py
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from scorekeeper.core.disputes.trees import list_sentences
from scorekeeper.games import GAMES

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
SOURCES = ("scorekeeper", "templates")


def extract_tree(
    file: IO[bytes], *_settings: Any, **_options: Any
) -> Iterator[tuple[int, None, str, list[str]]]:
    """The sentences of a tree of irregularities, as Babel wants them; they count as lines."""
    for number, sentence in enumerate(list_sentences(tomllib.load(file)), 1):
        yield number, None, sentence, []


METHODS: list[tuple[str, Any]] = [
    ("**.html", "jinja2"),
    ("**.py", "python"),
    ("**/irregularities.toml", extract_tree),
    ("**/customs.toml", extract_tree),
]
OPTIONS = {"**.html": {"encoding": "utf-8", "silent": "false"}, "**.py": {"encoding": "utf-8"}}


def read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def glossaries_of_games(root: Path) -> dict[str, dict[str, Any]]:
    """The glossary of each game, by its slug."""
    return {
        path.parent.name: read_toml(path) for path in sorted(root.glob("scorekeeper/games/*/glossary.toml"))
    }


SAME: list[dict[str, list[str]]] = [
    read_toml(Path(__file__).with_name("same_as_english.toml")),
    *(terms.get("same_as_english", {}) for terms in glossaries_of_games(Path(__file__).parents[1]).values()),
]
NAMES = {str(game.name) for game in GAMES.values()}
"""A language may share these with English; any other sentence that is the same was forgotten."""
COUNTS = (0, 1, 2, 5, 21)
"""The numbers with which every plural is tried."""
PLACEHOLDER = re.compile(r"\{(\w*)[^{}]*\}|%\((\w+)\)[sd]")


def extract(root: Path) -> Catalog:
    """Every sentence of the program, in the order of its files."""
    catalogue = Catalog(project="Scorekeeper", charset="utf-8", fuzzy=False)
    for folder in SOURCES:
        for _name, _line, message, comments, context in sorted(
            extract_from_dir(
                root / folder, METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",)
            ),
            key=lambda extracted: (extracted[0].replace("\\", "/"), extracted[1]),
        ):
            catalogue.add(message, None, auto_comments=comments, context=context)
    return catalogue


def po_file(root: Path, language: str) -> Path:
    return root / "scorekeeper" / "translations" / language / "LC_MESSAGES" / "messages.po"


def read(path: Path, language: str) -> Catalog:
    with path.open("rb") as source:
        return read_po(source, locale=language)


Key = tuple[str | None, str]


def key(message: Message) -> Key:
    """The key of a sentence: its context and its English (for plurals, the singular)."""
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


# --- update ---------------------------------------------------------------------------------------


def update(root: Path) -> None:
    template = extract(root)
    for language in LANGUAGES:
        path = po_file(root, language)
        catalogue = merge(template, read(path, language) if path.exists() else None, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as target:
            target.write(HEADER.format(language=language, rule=PLURALS.get(language, FEW_AND_MANY)).encode())
            write_po(target, catalogue, width=100, no_location=True, omit_header=True)
        empty = sum(1 for message in catalogue if message.id and not complete(message))
        print(f"{language}: {len(catalogue)} sentences, {empty} to translate")


def merge(template: Catalog, old: Catalog | None, language: str) -> Catalog:
    """The template's sentences with the translations we have; sentences no longer in use are kept as obsolete."""
    translated = {key(message): message for message in old if message.id} if old else {}
    shelved = {key(message): message for message in old.obsolete.values()} if old else {}
    catalogue = Catalog(locale=language, project="Scorekeeper", charset="utf-8", fuzzy=False)
    for asked, message in with_games(
        {key(message): message for message in template if message.id}, translated
    ).items():
        before = translated.pop(asked, None) or shelved.pop(asked, None)
        fits = before is not None and isinstance(before.id, str) == isinstance(message.id, str)
        catalogue.add(
            message.id,
            before.string if before and fits else None,
            (),
            before.flags if before and fits else (),
            message.auto_comments,
            before.user_comments if before else (),
            context=asked[0],
        )
    for message in [*shelved.values(), *(message for message in translated.values() if complete(message))]:
        catalogue.obsolete[catalogue._key_for(message.id, message.context)] = message
    return catalogue


def with_games(template: dict[Key, Message], present: Mapping[Key, Message]) -> dict[Key, Message]:
    """What a catalogue should hold: the program's sentences, each followed by those that games of it say otherwise."""
    return {
        wanted: message
        for asked, message in template.items()
        for wanted in (asked, *((slug, asked[1]) for slug in GAMES))
        if wanted == asked or (asked[0] is None and wanted in present)
    }


# --- check ----------------------------------------------------------------------------------------


def problems(root: Path) -> Iterator[str]:
    template = {key(message): message for message in extract(root) if message.id}
    for language in LANGUAGES:
        path = po_file(root, language)
        if not path.exists():
            yield f"{language}: there is no catalogue; run `make messages`"
            continue
        rule = re.search(r'^"Plural-Forms:\s*(.*?)\\n"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        plural = PLURALS.get(language, FEW_AND_MANY)
        if rule is None or without_spaces(rule[1]) != without_spaces(plural):
            yield f"{language}: Plural-Forms should be {plural}"
        present = {key(message): message for message in read(path, language) if message.id}
        wanted = with_games(template, present)
        for missing in wanted.keys() - present.keys():
            yield f"{language}: not in the catalogue, run `make messages`: {missing[1]!r}"
        for stale in present.keys() - wanted.keys():
            yield f"{language}: no longer said by the program, run `make messages`: {stale[1]!r}"
        for message_key in present.keys() & wanted.keys():
            yield from (
                f"{language}: {fault}: {message_key[1]!r}"
                for fault in faults(present[message_key], wanted[message_key], language)
            )
        yield from (f"{language}: {stranger}" for stranger in strangers(root, language, present.values()))


def strangers(root: Path, language: str, messages: Iterable[Message]) -> Iterator[str]:
    """Terms of a glossary that no sentence with the English term uses: one of the two is wrong."""
    sentences = [
        (source.casefold(), " ".join(forms(message)).casefold())
        for message in messages
        for source in sources(message)
    ]
    for chapter, terms in glossary(root, language).items():
        for english, own in terms.items():
            word = re.compile(rf"\b{re.escape(english.casefold())}(s|es|ing|ed)?\b")
            if not any(
                own.casefold() in translation for source, translation in sentences if word.search(source)
            ):
                yield f"the glossary says {own!r} for {english!r} ({chapter}), and no sentence does"


def glossary(root: Path, language: str) -> dict[str, dict[str, str]]:
    """The terms of a language by chapter: those that all games share, and each game's own by its slug."""
    shared = po_file(root, language).parent.parent / "glossary.toml"
    own = {slug: words.get(language, {}) for slug, words in glossaries_of_games(root).items()}
    return read_toml(shared) | own


def sources(message: Message) -> list[str]:
    """The English of a message, in the singular and the plural."""
    return list(message.id) if isinstance(message.id, (list, tuple)) else [str(message.id)]


def without_spaces(rule: str) -> str:
    return re.sub(r"\s|;$", "", rule)


def faults(message: Message, source: Message, language: str) -> Iterator[str]:
    if message.fuzzy:
        yield "fuzzy"
    if message.id != source.id:
        yield "its plural differs from the program's, run `make messages`"
    elif not complete(message):
        yield "not translated"
    elif isinstance(message.id, str):
        if not fits(placeholders(str(message.string)), placeholders(message.id), source):
            yield "the placeholders differ"
        elif is_untranslated(message.id, str(message.string), language):
            yield "the same as in English (if that is right, list it in tools/catalogues.py)"
    else:
        yield from plural_faults(message, language)


def fits(used: list[str], meant: list[str], source: Message) -> bool:
    """Whether a translation uses the values of its sentence, or those that a comment for translators offers."""
    offered = set(placeholders(" ".join(source.auto_comments)))
    return used == meant or bool(offered and offered & set(used) and set(used) <= offered | set(meant))


def plural_faults(message: Message, language: str) -> Iterator[str]:
    """Faults of plural forms. The first form may say 'one card' without the number, if it is for 1 only."""
    singular, plural = placeholders(message.id[0]), placeholders(message.id[1])
    for index, form in enumerate(forms(message)):
        bare = [name for name in plural if name not in ("n", "num")]
        allowed = [plural] if index or language in PLURALS else [plural, singular, bare]
        if placeholders(form) not in allowed:
            yield f"the placeholders of plural form {index} differ"
    yield from count_faults(message, language)


def is_untranslated(source: str, translation: str, language: str) -> bool:
    """Whether a sentence was only copied. Sentences of numbers, signs and placeholders are the same everywhere."""
    words = re.search(r"[^\W\d_]{2,}", PLACEHOLDER.sub("", source))
    return (
        translation == source
        and words is not None
        and source not in NAMES
        and not any(source in same.get(name, ()) for same in SAME for name in ("every", language))
    )


def count_faults(message: Message, language: str) -> Iterator[str]:
    """Faults of a plural at each of :data:`COUNTS`: no number where there should be one, or English."""
    rule = PLURALS.get(language, FEW_AND_MANY).partition("plural=")[2].rstrip(";")
    expression = c2py(rule)
    named = {name or old for name, old in PLACEHOLDER.findall(message.id[1])} & {"n", "num"}
    for count in COUNTS:
        form = forms(message)[expression(count)]
        source = message.id[0] if count == 1 else message.id[1]
        filled = form.replace("{n}", str(count)).replace("%(num)s", str(count))
        if count != 1 and named and str(count) not in filled:
            yield f"of {count} it says {filled!r}, without the number"
        if is_untranslated(source, form, language):
            yield f"of {count} it says the same as English"


def complete(message: Message) -> bool:
    if isinstance(message.id, str):
        return bool(message.string)
    return len(forms(message)) == 2 and all(forms(message))


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def placeholders(text: str) -> list[str]:
    plain = text.replace("{{", "").replace("}}", "").replace("%%", "")
    return sorted(curly or percent for curly, percent in PLACEHOLDER.findall(plain))


def check(root: Path) -> int:
    faulty = sorted(problems(root))
    print("\n".join(faulty) or f"catalogues: {', '.join(LANGUAGES)} are complete")
    return 1 if faulty else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["update", "check"])
    if parser.parse_args().what == "check":
        return check(ROOT)
    update(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())

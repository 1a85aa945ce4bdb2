"""Imports point inward: core, games, league, store, host, web. The engine is pure and starts alone."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import scorekeeper

pytestmark = pytest.mark.long

PACKAGE = Path(scorekeeper.__file__).parent
ENGINE = ("core", "games", "league")
INWARD = {
    "core": {"core"},
    "games": {"core", "games"},
    "league": {"core", "games", "league"},
    "store": {"core", "games", "league", "store"},
    "translations": {"core", "translations"},
    "host": {"store", "host"},
    "web": {"core", "games", "league", "store", "host", "web", "translations"},
    "live": {"store", "host", "live"},
    "server": {"store", "host", "live", "server", "create_app"},
    "cli": {"core", "games", "league", "store", "host", "server", "translations", "cli"},
    "phone": {"core", "store", "web", "translations", "create_app"},
}
REACHES = {"create_app": "web"}
"""The name of the package's own that may be imported, and the ring to which it leads."""
IMPURE = {
    "asyncio",
    "datetime.now",
    "http",
    "multiprocessing",
    "os",
    "pathlib",
    "random",
    "secrets",
    "select",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
OPENING_AND_PRINTING = {"open", "print", "input", "exec", "eval", "compile"}
PURE_ENOUGH = {
    "datetime": {"UTC", "date", "datetime", "time", "timedelta"},
    "importlib": {"import_module", "resources"},
}
PURE_PARTS = {"urllib.parse"}
ASKING_THE_CLOCK = {"now", "today", "utcnow"}
# Rating is an art of its own, and openskill does nothing but arithmetic: one module hands it numbers and gets numbers.
FOREIGN = {("ratings.py", "openskill.models")}


def modules(ring):
    return sorted((PACKAGE / ring).rglob("*.py"))


@cache
def parse(path):
    """The syntax tree of a file, read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path):
    """Every module that a file imports, with the names it takes from it."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, set()
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module, {alias.name for alias in node.names}


@pytest.mark.parametrize("ring", INWARD)
def test_a_ring_imports_only_what_lies_inside_it(ring):
    outward = []
    for path in modules(ring):
        for module, names in imports(path):
            parts = module.split(".")
            if parts[0] == "scorekeeper":
                targets = {parts[1]} if len(parts) > 1 else names or {"create_app"}
                outward += [f"{path.name}: {target}" for target in targets - INWARD[ring]]
    assert outward == []


@pytest.mark.parametrize("ring", ENGINE)
def test_the_engine_imports_the_standard_library_alone(ring):
    foreign = {
        (path.name, module)
        for path in modules(ring)
        for module, _ in imports(path)
        if module.split(".")[0] not in sys.stdlib_module_names | {"scorekeeper"}
    }
    assert foreign == (FOREIGN if ring == "league" else set())


def test_what_the_engine_borrows_is_imported_by_ratings_alone():
    script = ALONE.format(absent={"openskill"}, statement="import scorekeeper.league.ratings")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("ring", ENGINE)
def test_the_engine_knows_no_clock_no_chance_and_no_disk(ring):
    impure = []
    for path in modules(ring):
        for module, names in imports(path):
            if module in PURE_PARTS:
                continue
            allowed = PURE_ENOUGH.get(module.split(".")[0])
            if module.split(".")[0] in IMPURE or (allowed is not None and names - allowed):
                impure.append(f"{path.relative_to(PACKAGE)}: {module} {names or ''}")
    assert impure == []


@pytest.mark.parametrize("ring", ENGINE)
def test_the_engine_opens_and_prints_nothing_and_never_asks_the_time(ring):
    calls = []
    for path in modules(ring):
        for node in ast.walk(parse(path)):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in OPENING_AND_PRINTING:
                calls.append(f"{path.relative_to(PACKAGE)}:{called.lineno} {called.id}")
            elif isinstance(called, ast.Attribute) and called.attr in ASKING_THE_CLOCK:
                calls.append(f"{path.relative_to(PACKAGE)}:{called.lineno} {called.attr}")
    assert calls == []


@pytest.mark.parametrize("ring", ENGINE)
def test_a_value_of_the_engine_is_a_named_tuple_or_frozen(ring):
    others = [
        f"{path.relative_to(PACKAGE)}: {module}"
        for path in modules(ring)
        for module, _ in imports(path)
        if module in ("dataclasses", "attr", "attrs")
    ]
    assert others == []


KEEPS_WHAT_IT_COMPUTED = {"store/match/match.py: Match"}
"""Frozen dataclasses: a named tuple has no place for what was once computed of it."""


def is_frozen_dataclass(node):
    return any(
        isinstance(keyword.value, ast.Constant) and (keyword.arg, keyword.value.value) == ("frozen", True)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("dataclass")
        for keyword in decorator.keywords
    )


def test_a_value_of_the_other_rings_is_a_named_tuple_too():
    frozen = {
        f"{path.relative_to(PACKAGE)}: {node.name}"
        for path in modules("")
        for node in ast.walk(parse(path))
        if isinstance(node, ast.ClassDef) and is_frozen_dataclass(node)
    }
    assert frozen == KEEPS_WHAT_IT_COMPUTED


@pytest.mark.parametrize("ring", ENGINE)
def test_every_public_function_and_class_of_the_engine_says_what_it_is(ring):
    silent = [
        f"{path.relative_to(PACKAGE)}: {node.name}"
        for path in modules(ring)
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
        if ast.get_docstring(node) is None
    ]
    assert silent == []


def test_games_never_import_one_another():
    strangers = []
    for path in modules("games"):
        own = path.relative_to(PACKAGE / "games").parts[0]
        for module, _ in imports(path):
            parts = module.split(".")
            if parts[:2] == ["scorekeeper", "games"] and len(parts) > 2 and parts[2] != own:
                strangers.append(f"{path.relative_to(PACKAGE)}: {module}")
    assert strangers == []


ALONE = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {absent!r}:
            raise ImportError(name + " is absent")
sys.meta_path.insert(0, Absent())
{statement}
loaded = sorted({{name.split(".")[0] for name in sys.modules}} & {absent!r})
assert loaded == [], loaded
"""
ABSENT = {"flask", "werkzeug", "jinja2", "sqlalchemy", "wtforms", "flask_sqlalchemy", "babel", "alembic"}
STATEMENTS = {
    "the engine": "from scorekeeper.games import GAMES, score; [GAMES[slug] for slug in GAMES]",
    "the command line": "from scorekeeper.cli import main; main(['rules', 'kani', '4.1'])",
    "the package": "import scorekeeper",
    "what pages and streams share": "from scorekeeper.host import client_address, host_names, log_lines",
    "verify": "from scorekeeper.store.match.record.archive import verify_document",
}


@pytest.mark.parametrize("what", STATEMENTS)
def test_it_works_with_flask_and_sqlalchemy_absent(what):
    script = ALONE.format(absent=ABSENT, statement=STATEMENTS[what])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# --- no circles, and nothing hidden in functions ----------------------------------------------------

NAMED = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
"""Every module of the package by its name."""
FORKING = "scorekeeper.server.supervisor"
"""Its processes import what each alone runs: also modules of this package, each with its reason."""


def imported_modules(tree):
    """The modules of this package that a file imports, also those that it imports inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                name if (name := f"{node.module}.{alias.name}") in NAMED else node.module
                for alias in node.names
            )


def circle_in(graph):
    """One circle of a graph as a list of its nodes, None where there is none."""
    done = set()

    def walk(node, path):
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return None
        found = next(filter(None, (walk(after, [*path, node]) for after in sorted(graph[node]))), None)
        done.add(node)
        return found

    return next(filter(None, (walk(node, []) for node in sorted(graph))), None)


def test_a_circle_is_found_where_there_is_one():
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) is None


def test_every_folder_is_a_ring_and_none_imports_itself_by_way_of_others():
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(INWARD)
    graph = {ring: {REACHES.get(one, one) for one in inner} - {ring} for ring, inner in INWARD.items()}
    assert circle_in(graph) is None


def test_no_module_imports_itself_by_way_of_others():
    graph = {
        name: {found for found in imported_modules(parse(path)) if found in NAMED} - {name}
        for name, path in NAMED.items()
    }
    assert circle_in(graph) is None


APART = {"store/match": ("leagues", "accounts", "forgetting", "backup"), "store/leagues": ("backup",)}
"""Folders of the store, and those which import them and which they never import."""


@pytest.mark.parametrize("folder", APART)
def test_a_folder_of_the_store_imports_none_that_is_built_on_it(folder):
    outward = [
        f"{path.relative_to(PACKAGE)}: {module}"
        for path in modules(folder)
        for module, _ in imports(path)
        if module.startswith(tuple(f"scorekeeper.store.{other}." for other in APART[folder]))
    ]
    assert outward == []


def hidden_imports(path):
    """The import statements of a file that stand inside functions."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    outer = (node for node in ast.walk(parse(path)) if isinstance(node, functions))
    found = {
        inner for node in outer for inner in ast.walk(node) if isinstance(inner, (ast.Import, ast.ImportFrom))
    }
    return sorted(found, key=lambda node: node.lineno)


def test_only_a_heavy_library_is_imported_inside_a_function_and_its_line_says_why():
    odd = []
    for name, path in NAMED.items():
        if name == "scorekeeper":
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in hidden_imports(path):
            module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
            said = "#" in "".join(lines[node.lineno - 2 : node.end_lineno])
            if (module.startswith("scorekeeper") and name != FORKING) or not said:
                odd.append(f"{path.relative_to(PACKAGE)}:{node.lineno} {module}")
    assert odd == []


# --- no private state across modules --------------------------------------------------------------------

PUBLIC_UNDERSCORES = {"_replace", "_asdict", "_fields", "_make", "_mapping"}
"""What named tuples and rows of a database offer to every caller."""
FORCED = re.compile(r"object\.__setattr__|\bvars\(")


def names_defined_in(tree):
    """The names that a module defines or sets, attributes included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def is_private(name):
    return name == "__dict__" or (name.startswith("_") and not name.startswith("__") and name != "_")


def is_own(value):
    return isinstance(value, ast.Name) and value.id in ("self", "cls")


def private_uses(source):
    """What a module takes of the private state of others: names that it imports, attributes that it reads or writes."""
    tree = ast.parse(source)
    own = set(names_defined_in(tree)) | PUBLIC_UNDERSCORES
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("scorekeeper"):
            yield from (alias.name for alias in node.names if is_private(alias.name))
        elif isinstance(node, ast.Attribute) and not is_own(node.value):
            yield from [ast.unparse(node)] if is_private(node.attr) and node.attr not in own else []
    yield from FORCED.findall(source)


USES = {
    'match.__dict__["_rows"] = 1': ["match.__dict__"],
    "from scorekeeper.core.scoring.fold import _row": ["_row"],
    "load()._scoring": ["load()._scoring"],
    'object.__setattr__(match, "seq", 2)': ["object.__setattr__"],
    "self._rows, row._replace(a=1), cls.__dict__": [],
    "def _row(): ...\nstart()._row()": [],
}


@pytest.mark.parametrize("source", USES)
def test_a_use_of_private_state_is_found(source):
    assert list(private_uses(source)) == USES[source]


def test_no_module_uses_the_private_state_of_another():
    found = {name: list(private_uses(path.read_text(encoding="utf-8"))) for name, path in NAMED.items()}
    assert {name: uses for name, uses in found.items() if uses} == {}


# --- names ----------------------------------------------------------------------------------------

LIMIT = re.compile(r"_?(?:MOST|LONGEST|SHORTEST|LEAST|FEWEST|LARGEST|SMALLEST)(?:_|$)")
WHO_HAD_THE_MOST = {"games/escoba/deal.py"}
"""There MOST is a way to write a deal, not a limit."""


def bound_names(tree):
    """The names that a module binds at its top, those bound together included."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def test_a_limit_is_found_by_its_name():
    tree = ast.parse("LONGEST = 8\nA, LEAST_FREE = 1, 2\nMOST: int = 3\nMAX_LINK, ALMOST = 4, 5\n")
    assert [name for name in bound_names(tree) if LIMIT.match(name)] == ["LONGEST", "LEAST_FREE", "MOST"]


def test_a_limit_is_called_by_max_or_min():
    found = [
        f"{place}: {name}"
        for path in modules("")
        if (place := path.relative_to(PACKAGE).as_posix()) not in WHO_HAD_THE_MOST
        for name in bound_names(parse(path))
        if LIMIT.match(name)
    ]
    assert found == []


def test_a_class_has_a_name_of_its_own():
    places: dict[str, set[str]] = {}
    for path in modules(""):
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, set()).add(path.relative_to(PACKAGE).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


MUTE = {
    *(
        "told",
        "said",
        "unsaid",
        "written",
        "named",
        "unnamed",
        "known",
        "exported",
        "mended",
        "packed",
        "sealed",
    ),
    *(
        "verified",
        "emptied",
        "brought",
        "opened",
        "held",
        "locked",
        "outdated",
        "structured",
        "shared",
        "signed",
    ),
    *("itself", "mine", "own", "who", "nobodys"),
}
"""Names of functions that do not tell what is done: participles and pronouns alone."""


def defined_functions(tree):
    """The names of a module's functions and methods, but for properties, which are values."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for function in functions:
        if not any("property" in ast.unparse(decorator) for decorator in function.decorator_list):
            yield function.name


def is_mute(name):
    return name == "_of" or name.removeprefix("_") in MUTE


def test_a_function_whose_name_tells_nothing_is_found():
    tree = ast.parse(
        "class A:\n @property\n def told(self): ...\n def _said(self): ...\n def of(self): ...\n"
        "def known(): ...\nasync def _of(): ...\ndef check_told(): ...\n"
    )
    assert sorted(name for name in defined_functions(tree) if is_mute(name)) == ["_of", "_said", "known"]


def test_the_name_of_a_function_is_more_than_a_participle_or_a_pronoun():
    found = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in modules("")
        for name in defined_functions(parse(path))
        if is_mute(name)
    ]
    assert found == []

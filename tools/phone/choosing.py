"""Which files of the runtime, the packages and the program go onto a phone, and which it never opens."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

LANGUAGES = ("bg", "en", "es", "eu", "is")
LEFT_OUT = (
    # parts in C for other machines, notes for type checkers, lists of files
    "*.so",
    "*.c",
    "*.pyi",
    "*.pyx",
    "*.pxd",
    "*/py.typed",
    "*/RECORD",
    "*/WHEEL",
    "*/INSTALLER",
    "*.typed",
    "*.dist-info/*",
    "*/LICENSE*",
    # databases that no phone has
    "sqlalchemy/dialects/mssql/*",
    "sqlalchemy/dialects/mysql/*",
    "sqlalchemy/dialects/oracle/*",
    "sqlalchemy/dialects/*/provision.py",
    "sqlalchemy/connectors/aioodbc.py",
    "sqlalchemy/connectors/pyodbc.py",
    "sqlalchemy/dialects/*.txt",
    "sqlalchemy/ext/asyncio/*",
    "sqlalchemy/dialects/postgresql/*",
    "alembic/ddl/mssql.py",
    "alembic/ddl/mysql.py",
    "alembic/ddl/oracle.py",
    "alembic/ddl/postgresql.py",
    # what only programmers use
    "sqlalchemy/testing/*",
    "sqlalchemy/ext/mypy/*",
    "sqlalchemy/ext/associationproxy.py",
    "sqlalchemy/ext/automap.py",
    "sqlalchemy/ext/hybrid.py",
    "sqlalchemy/ext/indexable.py",
    "sqlalchemy/ext/mutable.py",
    "sqlalchemy/ext/orderinglist.py",
    "sqlalchemy/ext/declarative/*",
    "sqlalchemy/ext/baked.py",
    "sqlalchemy/ext/horizontal_shard.py",
    "sqlalchemy/ext/serializer.py",
    "alembic/testing/*",
    "alembic/templates/*",
    "babel/messages/*",
    "werkzeug/debug/*",
    "werkzeug/_reloader.py",
    "werkzeug/testapp.py",
    "werkzeug/middleware/*",
    "mako/testing/*",
    "mako/ext/*",
    "segno/cli.py",
    "click/testing.py",
    "click/_termui_impl.py",
    "click/_winconsole.py",
    "click/shell_completion.py",
    "jinja2/sandbox.py",
    "mako/cmd.py",
    "sqlalchemy/util/tool_support.py",
    "openskill/models/weng_lin/bradley*",
    "openskill/models/weng_lin/thurstone*",
    "pytz/zoneinfo/*",
    # ours: what runs a server
    "scorekeeper/cli/*",
    "scorekeeper/live/*",
    "scorekeeper/server/*",
    "scorekeeper/translations/*.po",
)
STDLIB_LEFT_OUT = (
    "_pyrepl/*",
    "asyncio/windows*",
    "curses/*",
    "dbm/*",
    "ensurepip/*",
    "idlelib/*",
    "lib2to3/*",
    "pip/*",
    "multiprocessing/*",
    "profiling/*",
    "pstats.py",
    "pydoc_data/*",
    "pydoc.py",
    "tkinter/*",
    "turtle*",
    "venv/*",
    "xmlrpc/*",
    "doctest.py",
    "ftplib.py",
    "imaplib.py",
    "mailbox.py",
    "nntplib.py",
    "pdb.py",
    "poplib.py",
    "pyclbr.py",
    "smtplib.py",
    "tarfile.py",
    "telnetlib.py",
    "test/*",
    "unittest/*",
    "wsgiref/*",
    "xml/dom/*",
    "xml/etree/*",
    "xml/parsers/*",
    "xml/sax/expatreader.py",
    "zipapp.py",
    "_pydecimal.py",
    "_android*",
    "_ios*",
    "pickletools.py",
    "trace.py",
    "tracemalloc.py",
    "cProfile.py",
    "profile.py",
    "sre_*.py",
    "this.py",
    "antigravity.py",
    "ctypes/*",
    "_pyio.py",
    "_pydatetime.py",
    "optparse.py",
    "bdb.py",
    "logging/handlers.py",
    "logging/config.py",
    "_ast_unparse.py",
    "_pylong.py",  # numbers of more digits than may be read
    "plistlib.py",
    "modulefinder.py",
    "wave.py",
    "compileall.py",
    "symtable.py",
    "asyncio/proactor*",
    "asyncio/tools.py",
    "asyncio/__main__.py",
    "concurrent/interpreters/*",
    "concurrent/futures/process.py",
    "concurrent/futures/interpreter.py",
    "code.py",
    "cmd.py",
    "http/cookiejar.py",
    "email/_header_value_parser.py",
    "email/headerregistry.py",
    "email/contentmanager.py",
    "email/policy.py",
    "tabnanny.py",
    "filecmp.py",
    "fileinput.py",
    "pyodide/console.py",
    "pyodide/_nodesock*",
    "urllib/robotparser.py",
    "netrc.py",
    "getpass.py",
    "shelve.py",
    "rlcompleter.py",
    "pty.py",
    "tty.py",
    "webbrowser.py",
    "colorsys.py",
    "nturl2path.py",
    "email/mime/*",
    "sched.py",
    "importlib/_bootstrap.py",
    "importlib/_bootstrap_external.py",
    "zipimport.py",
)
ENCODINGS = (
    "__init__",
    "aliases",
    "ascii",
    "cp437",
    "cp1250",
    "cp1251",
    "cp1252",
    "idna",
    "latin_1",
    "punycode",
    "raw_unicode_escape",
    "unicode_escape",
    "utf_16",
    "utf_16_be",
    "utf_16_le",
    "utf_32",
    "utf_8",
    "utf_8_sig",
)
AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
"""Zones of time are named by an area and a place; of the other names, all of them old, browsers give none."""
_ZONE = re.compile(r"tzdata/zoneinfo/(\w+)/")
_LOCALE = re.compile(r"babel/locale-data/([^/]+)\.dat|wtforms/locale/([^/]+)/")


def is_wanted(name: str) -> bool:
    """Whether a phone gets this file of the packages or of the program."""
    found = _LOCALE.match(name)
    if found and (found[1] or found[2]) not in (*LANGUAGES, "root"):
        return False
    zone = _ZONE.match(name)
    if zone or name.startswith("tzdata/zoneinfo/"):
        return zone[1] in AREAS if zone else name.endswith(("/UTC", "/__init__.py"))
    return not any(fnmatch(name, pattern) for pattern in LEFT_OUT)


def is_wanted_of_stdlib(name: str) -> bool:
    """Whether a phone gets this file of the standard library."""
    if name.startswith("encodings/"):
        return Path(name).stem in ENCODINGS
    return not any(fnmatch(name, pattern) for pattern in STDLIB_LEFT_OUT)


def list_wanted(folder: Path) -> list[str]:
    """The names of the files below a folder that a phone gets, in order."""
    names = (file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    return sorted(name for name in names if "__pycache__" not in name and is_wanted(name))

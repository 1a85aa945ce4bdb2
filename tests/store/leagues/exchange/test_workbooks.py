"""Tables as workbooks: what is read of them is what the same table as CSV says, and nothing in them is believed."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from scorekeeper.league.files.csv_reading import MAX_CELLS
from scorekeeper.store.leagues.exchange import reading_apart, sources, workbooks
from scorekeeper.store.leagues.exchange.sources import PAPER
from scorekeeper.store.leagues.exchange.table_layouts import PAPER_HEADER
from tests.cases import cases

HEAD = ("date", "game", "side1", "total1", "side2", "total2")
ROW = (date(2026, 11, 3), "Belot", "Вера & Иван", 151, "Georgi & Ana", 98.0)
CSV = "date;game;side1;total1;side2;total2\n2026-11-03;Belot;Вера & Иван;151;Georgi & Ana;98\n"


def workbook(*rows: Sequence[Any], before: int = 0) -> bytes:
    """A workbook with these rows, after so many sheets without a cell."""
    book = Workbook()
    for _number in range(before):
        book.create_sheet(index=0)
    for row in rows:
        book.worksheets[before].append(list(row))
    output = io.BytesIO()
    book.save(output)
    return output.getvalue()


def with_part(body: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """A workbook in which one part is another."""
    output = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(body)) as read,
        zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as written,
    ):
        for one in read.namelist():
            part = read.read(one)
            written.writestr(one, change(part) if one == name else part)
    return output.getvalue()


def codes(body: bytes) -> list[str]:
    return [one.code for one in sources.read_file(PAPER, body).findings]


@pytest.mark.parametrize("before", [0, 2])
def test_a_workbook_says_what_the_same_table_says_as_text(before: int) -> None:
    body = workbook(HEAD, ROW, before=before)
    assert sources.kind_of(body) == PAPER
    read, text = sources.read_file(PAPER, body), sources.read_file(PAPER, CSV.encode())
    assert list(read.items) == list(text.items)
    assert read.good
    assert set(read.found) == {"dates"}, "no one is asked for an encoding or a separator"
    assert list(reading_apart.read_file(PAPER, body).items) == list(read.items)


@cases(
    "cell, written",
    (None, ""),
    (151, "151"),
    (98.0, "98"),
    (0.5, "0.5"),
    (datetime.fromisoformat("2026-11-03"), "2026-11-03"),
    (datetime.fromisoformat("2026-11-03T19:30"), "2026-11-03 19:30"),
    (date(2026, 11, 3), "2026-11-03"),
    ("Þórdís, „A“", "Þórdís, „A“"),
)
def test_a_cell_is_what_a_person_would_type(cell: Any, written: str) -> None:
    assert workbooks._write_cell(cell) == written


def test_a_mistake_stands_at_the_line_that_it_has_in_the_workbook() -> None:
    body = workbook(HEAD, ROW, (), (), (*ROW[:3], "many", *ROW[4:]))
    assert [(one.path, one.code) for one in sources.read_file(PAPER, body).findings] == [
        ("line 5.total1", "not_a_number")
    ]


def test_a_formula_is_never_worked_out() -> None:
    body = workbook(HEAD, (*ROW[:3], "=100+51", *ROW[4:]))
    assert "side_count" in codes(body) or "missing" in codes(body), "nothing was saved beside it"
    kept = with_part(
        body,
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace(b"<v />", b"<v>7</v>").replace(b"<v></v>", b"<v>7</v>"),
    )
    [result] = [one for one in sources.read_file(PAPER, kept).items if one["kind"] == "result"]
    assert result["totals"] == [7, 98], "it is what stood in the cell when it was saved"


SHEET = "xl/worksheets/sheet1.xml"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PARTS = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        'spreadsheetml.sheet.main+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.'
        'openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        '<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}
"""The parts that every program writes, as short as they may be."""


def as_excel_writes(rows: Sequence[Sequence[str]], beginning: str = "", repeated: int = 1) -> bytes:
    """A workbook whose texts stand in a part of their own and are named by number, as Excel has them."""
    texts = list(dict.fromkeys(cell for row in rows for cell in row))
    cells = "".join(
        "<row>" + "".join(f'<c t="s"><v>{texts.index(cell)}</v></c>' for cell in row) + "</row>"
        for row in rows
    )
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as written:
        for name, part in PARTS.items():
            written.writestr(name, part)
        said = "".join(f"<si><t>{text}</t></si>" for text in texts)
        written.writestr("xl/sharedStrings.xml", f'{beginning}<sst xmlns="{MAIN}">{said}</sst>')
        written.writestr(
            SHEET, f'<worksheet xmlns="{MAIN}"><sheetData>{cells * repeated}</sheetData></worksheet>'
        )
    return output.getvalue()


def test_a_workbook_as_excel_writes_it_is_read() -> None:
    rows = [line.split(";") for line in CSV.replace("&", "+").splitlines()]
    assert workbooks.read_workbook(as_excel_writes(rows), 10_000).decode().splitlines() == [
        ",".join(row) for row in rows
    ]


ENTITIES = '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
FAR = b'<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>'
WIDE = b'<row r="9"><c r="XFD9" t="inlineStr"><is><t>x</t></is></c></row></sheetData>'
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "parts of 200 MB": (
        lambda: with_part(workbook(HEAD, ROW), SHEET, lambda xml: xml + b" " * (workbooks.MAX_UNPACKED + 1)),
        "too_large",
    ),
    "a cell in the last line": (
        lambda: with_part(workbook(HEAD, ROW), SHEET, lambda xml: xml.replace(b"</sheetData>", FAR)),
        "too_heavy",
    ),
    "a cell in the last column": (
        lambda: with_part(workbook(HEAD, ROW), SHEET, lambda xml: xml.replace(b"</sheetData>", WIDE)),
        "too_heavy",
    ),
    "a long text in every line": (lambda: workbook(HEAD, *([("x" * 30_000,)] * 600)), "too_large"),
    "an entity in an entity": (lambda: as_excel_writes([HEAD, ["&b;"] * 6], ENTITIES), "damaged"),
    "more columns than a table has": (lambda: workbook(HEAD, ["x"] * (MAX_CELLS + 1)), "too_heavy"),
    "many parts": (lambda: many_parts(workbook(HEAD, ROW)), "too_large"),
    "a part that is no XML": (lambda: with_part(workbook(HEAD, ROW), SHEET, lambda _xml: b"<"), "damaged"),
    "no table": (lambda: workbook(("who", "what"), (1, 2)), "missing"),
    "nothing": (workbook, "missing"),
    "another packed folder": (lambda: with_name("word/document.xml"), "not_text"),
    "the beginning of one": (lambda: workbook(HEAD, ROW)[:2000], "damaged"),
}


def many_parts(body: bytes) -> bytes:
    output = io.BytesIO(body)
    with zipfile.ZipFile(output, "a") as written:
        for number in range(workbooks.MAX_PARTS):
            written.writestr(f"xl/media/{number}", b"")
    return output.getvalue()


def with_name(name: str) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as written:
        written.writestr(name, b"<x/>")
    return output.getvalue()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_workbook_that_would_grow_or_is_none_is_refused_in_words(name: str) -> None:
    make, code = HOSTILE[name]
    [finding] = reading_apart.read_file(PAPER, make()).findings
    assert finding.code == code
    assert str(finding.text).endswith(".")


def test_a_workbook_that_was_cut_or_changed_anywhere_never_fails() -> None:
    body = workbook(HEAD, ROW)
    for at in range(0, len(body), 61):
        for bent in (body[:at], body[:at] + bytes([body[at] ^ 0x55]) + body[at + 1 :]):
            read = sources.read_file(PAPER, bent)
            assert read.items or read.findings, "it comes in, or it is said why not"


def test_no_library_is_loaded_before_a_workbook_comes() -> None:
    script = (
        "import sys; from scorekeeper.store.leagues.exchange import sources;"
        f"sources.read_file('paper', {CSV!r}.encode());"
        "assert not {'openpyxl', 'defusedxml'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_where_there_is_no_library_a_workbook_is_told_from_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert codes(workbook(HEAD, ROW)) == ["not_text"]


def test_the_template_is_a_workbook_that_comes_in() -> None:
    body = b"".join(workbooks.write_workbook(PAPER_HEADER, [ROW]))
    [result] = [one for one in sources.read_file(PAPER, body).items if one["kind"] == "result"]
    assert (result["date"], result["totals"]) == ("2026-11-03", [151, 98])


CELLS = [
    "=1+1",
    "'=1+1",
    " Ана & <Ива> ",
    "a\u0000b\u000bc",
    'two\n"lines"',
    None,
    -5,
    0.5,
    date(2026, 2, 28),
]
READ = ["'=1+1", "''=1+1", " Ана & <Ива> ", "abc", 'two\n"lines"', None, -5, 0.5, "2026-02-28 00:00:00"]
"""Cells as they are given, and as a spreadsheet program reads them: none is a formula."""


@pytest.mark.parametrize("rows", [0, 1, 3, 4, 7])
def test_a_workbook_has_every_row_and_goes_on_with_another_sheet(
    monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    monkeypatch.setattr(workbooks, "ROWS_OF_SHEET", 3)
    header = [f"column {number}" for number in range(30)]
    table = [[number, *CELLS, *[None] * 18, "last", number] for number in range(rows)]
    opened = load_workbook(io.BytesIO(b"".join(workbooks.write_workbook(header, table))))
    sheets = [list(sheet.iter_rows(values_only=True)) for sheet in opened.worksheets]
    assert [len(sheet) for sheet in sheets] == {0: [1], 1: [2], 3: [4], 4: [4, 2], 7: [4, 4, 2]}[rows]
    assert {sheet[0] for sheet in sheets} == {tuple(header)}
    read = [
        [str(cell) if type(cell) is datetime else cell for cell in row]
        for sheet in sheets
        for row in sheet[1:]
    ]
    assert read == [[number, *READ, *[None] * 18, "last", number] for number in range(rows)]
    assert not any(
        cell.data_type == "f" for sheet in opened.worksheets for row in sheet.iter_rows() for cell in row
    )

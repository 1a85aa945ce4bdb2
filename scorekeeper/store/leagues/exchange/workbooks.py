"""The workbooks of spreadsheet programs (.xlsx): the first sheet that holds anything, as the CSV it would be saved as.
Tables go out as workbooks too.

No formula is worked out: a cell is what the program that saved it last wrote beside its formula. Everything is bounded
before it is unpacked, and while it is read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache
from html import escape
from itertools import chain, islice
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from scorekeeper.core.text import T
from scorekeeper.league.files.csv_reading import MAX_CELLS
from scorekeeper.league.files.spreadsheets import Cell, escape_formula
from scorekeeper.store.leagues.exchange.unpacking import TOO_HEAVY, UNPACKED, UnreadableError

ZIP = b"PK\x03\x04"
BEGINNINGS = (ZIP, b"PK\x05\x06", b"\xd0\xcf\x11\xe0")
"""How files of spreadsheet programs begin: .xlsx and .ods are folders that were packed, .xls is older."""
NOT_TEXT = T(
    "This is the file of a spreadsheet program (.xlsx, .ods, .xls) or a packed folder (.zip), not text. Save the "
    "table as CSV there, or unpack the folder, and hand that file in."
)
DAMAGED = T(
    "This workbook (.xlsx) is damaged or locked by a password. Save it once more and hand it in again."
)
MAX_UNPACKED = 128_000_000
"""So many bytes the parts of a workbook come to: a table of 16 MB and all that Excel writes about it."""
MAX_PARTS = 1_000
MAX_ROWS = 450_000
"""So many lines a sheet has: fifty thousand matches with a line for each of eight players, and then some."""
MAX_SHEETS = 20
"""So many sheets are looked at for one that holds anything."""


def read_workbook(body: bytes, most: int) -> bytes:
    """A workbook as CSV in UTF-8, with commas, of at most ``most`` bytes. Raises UnreadableError."""
    try:
        from openpyxl import (
            load_workbook,  # here, because it is heavy, few files need it, and a phone has none
        )
    except ImportError as error:
        raise UnreadableError("not_text", NOT_TEXT) from error
    _check_parts(body)
    try:
        book = load_workbook(io.BytesIO(body), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets[:MAX_SHEETS]:
            sheet.reset_dimensions()  # what a file says of its own size is not believed
            if table := _write_table(sheet.iter_rows(values_only=True), most):
                return table
    except (UnreadableError, MemoryError):
        raise
    except Exception as error:  # what a damaged workbook makes the library raise is written nowhere
        raise UnreadableError("damaged", DAMAGED) from error
    return b""


def _check_parts(body: bytes) -> None:
    """Refuse what is no workbook, and what would come to more than its limits unpacked."""
    try:
        with ZipFile(io.BytesIO(body)) as packed:
            parts = packed.infolist()
    except (BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise UnreadableError("damaged", DAMAGED) from error
    if "xl/workbook.xml" not in {part.filename for part in parts}:
        raise UnreadableError("not_text", NOT_TEXT)
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        megabytes = MAX_UNPACKED // 1_000_000
        raise UnreadableError("too_large", UNPACKED._replace(params={"megabytes": megabytes}))


def _write_table(rows: Iterator[Sequence[Any]], most: int) -> bytes:
    """The rows as CSV; nothing for a sheet without a cell."""
    output = io.StringIO()
    writer = csv.writer(output)
    blank = 0
    for number, cells in enumerate(rows):
        if number >= MAX_ROWS or len(cells) > MAX_CELLS:
            raise UnreadableError("too_heavy", TOO_HEAVY)
        written = [_write_cell(cell) for cell in cells]
        while written and not written[-1]:
            written.pop()
        if not written:
            blank += 1
            continue
        if output.tell():
            output.write("\r\n" * blank)  # so that a line has the number that it has in the workbook
        blank = 0
        writer.writerow(written)
        if output.tell() > most:
            raise UnreadableError("too_large", UNPACKED._replace(params={"megabytes": most // 1_000_000}))
    return output.getvalue().encode()


def _write_cell(cell: Any) -> str:
    """A cell as a person would type it: whole numbers without a point, dates with the year first."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d" if cell.time() == datetime.min.time() else "%Y-%m-%d %H:%M")
    return cell.isoformat() if isinstance(cell, date) else str(cell)


# --- writing --------------------------------------------------------------------------------------

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ROWS_OF_SHEET = 1_000_000
"""So many rows stand on a sheet under its header; what is more goes on the next. Excel has room for a few more."""
AT_ONCE = 65_536
"""So many packed bytes go out together."""
_BOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_OFFICE = "http://schemas.openxmlformats.org"
_MAIN, _RELATIONS = f"{_OFFICE}/spreadsheetml/2006/main", f"{_OFFICE}/officeDocument/2006/relationships"
_FONT, _XF = '<sz val="11"/><name val="Calibri"/>', 'fillId="0" borderId="0"'
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font>{_FONT}</font><font><b/>{_FONT}</font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    f'<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" {_XF}/></cellStyleXfs><cellXfs count="3">'
    f'<xf numFmtId="0" fontId="0" {_XF} xfId="0"/><xf numFmtId="0" fontId="1" {_XF} xfId="0" applyFont="1"/>'
    f'<xf numFmtId="14" fontId="0" {_XF} xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
_BOLD, _DATE = 1, 2
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML has no place for."""
_ZERO = date(1899, 12, 30)
"""The day from which workbooks count."""


class _Outgoing(io.RawIOBase):
    """Takes what is packed until it goes out. It cannot go back: a part says its size after its contents."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def write(self, data: Any) -> int:
        self.waiting += data
        return len(data)

    def take(self, least: int = 1) -> Iterator[bytes]:
        """What waits, if it is as much."""
        if len(self.waiting) >= least:
            yield bytes(self.waiting)
            self.waiting.clear()


def write_workbook(header: Sequence[str], rows: Iterable[Sequence[Cell | date]]) -> Iterator[bytes]:
    """A workbook (.xlsx) as it goes out, some rows at a time; the header stays in sight above them.

    Every spreadsheet program opens it as it is meant, where a CSV is read by the separators of the reader's country.
    """
    going, left, sheets = _Outgoing(), iter(rows), 0
    with ZipFile(going, "w", ZIP_DEFLATED) as book:
        following: Sequence[Cell | date] | None = ()
        while following is not None:
            sheets += 1
            with book.open(f"xl/worksheets/sheet{sheets}.xml", "w") as sheet:
                sheet.write(_begin_sheet(header))
                begun = [following] if following else []
                for number, row in enumerate(islice(chain(begun, left), ROWS_OF_SHEET), 2):
                    sheet.write(_write_row(number, row))
                    yield from going.take(AT_ONCE)
                sheet.write(b"</sheetData></worksheet>")
            following = next(left, None)
        for name, text in _describe(sheets):
            book.writestr(name, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
    yield from going.take()


def _begin_sheet(header: Sequence[str]) -> bytes:
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{max(12, len(name) + 3)}" customWidth="1"/>'
        for number, name in enumerate(header, 1)
    )
    return (
        f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" '
        f'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>{widths}</cols><sheetData>'
    ).encode() + _write_row(1, header, _BOLD)


def _write_row(number: int, row: Sequence[Cell | date], style: int = 0) -> bytes:
    cells = (_pack_cell(f"{_letters(place)}{number}", cell, style) for place, cell in enumerate(row))
    return f'<row r="{number}">{"".join(cells)}</row>'.encode()


def _pack_cell(at: str, cell: Cell | date, style: int) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        text = escape(_UNWRITABLE.sub("", escape_formula(cell)), quote=False)
        return f'<c r="{at}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    if isinstance(cell, date):
        return f'<c r="{at}" s="{_DATE}"><v>{(cell - _ZERO).days}</v></c>'
    return f'<c r="{at}" s="{style}"><v>{cell}</v></c>'


@lru_cache
def _letters(place: int) -> str:
    """The name of a column: A to Z, then AA."""
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def _describe(sheets: int) -> Iterator[tuple[str, str]]:
    """The parts that say what the others are."""
    numbers = range(1, sheets + 1)
    kinds = [("/xl/workbook.xml", "sheet.main"), ("/xl/styles.xml", "styles")]
    kinds += [(f"/xl/worksheets/sheet{number}.xml", "worksheet") for number in numbers]
    named = "".join(f'<Override PartName="{name}" ContentType="{_BOOK}.{kind}+xml"/>' for name, kind in kinds)
    usual = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    )
    types = f"{_OFFICE}/package/2006/content-types"
    yield "[Content_Types].xml", f'<Types xmlns="{types}">{usual}{named}</Types>'
    yield "_rels/.rels", _relate([("rId1", "officeDocument", "xl/workbook.xml")])
    listed = "".join(f'<sheet name="{number}" sheetId="{number}" r:id="rId{number}"/>' for number in numbers)
    yield (
        "xl/workbook.xml",
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{listed}</sheets></workbook>',
    )
    related = [(f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml") for number in numbers]
    yield "xl/_rels/workbook.xml.rels", _relate([*related, (f"rId{sheets + 1}", "styles", "styles.xml")])
    yield "xl/styles.xml", _STYLES


def _relate(parts: Iterable[tuple[str, str, str]]) -> str:
    related = "".join(
        f'<Relationship Id="{name}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for name, kind, target in parts
    )
    return f'<Relationships xmlns="{_OFFICE}/package/2006/relationships">{related}</Relationships>'

"""The workbooks of spreadsheet programs (.xlsx): the first sheet that holds anything, as the CSV it would be saved as.

No formula is worked out: a cell is what the program that saved it last wrote beside its formula. Everything is bounded
before it is unpacked, and while it is read.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any
from zipfile import BadZipFile, ZipFile

from scorekeeper.core.text import T
from scorekeeper.league.files.csv_reading import MAX_CELLS
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


def make_workbook(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """A workbook with one sheet, whose first line stays in sight."""
    from openpyxl import Workbook  # here, because few people ask for one
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.active
    sheet.append(list(header))
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for row in rows:
        sheet.append(list(row))
    sheet.freeze_panes = "A2"
    for column in sheet.columns:
        longest = max(len(str(cell.value or "")) for cell in column)
        sheet.column_dimensions[column[0].column_letter].width = longest + 3
    output = io.BytesIO()
    book.save(output)
    return output.getvalue()

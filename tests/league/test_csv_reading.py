"""Tables as spreadsheets write them: encodings, separators and dates are found out, and never guessed beyond doubt."""

import pytest

from scorekeeper.league.files import csv_reading
from scorekeeper.league.files.csv_reading import (
    DAY_FIRST,
    MONTH_FIRST,
    decode,
    encoding_of,
    read_day,
    separator_of,
)
from tests.cases import cases

NAMES = (
    "Вера & Иван;Георги & Ани",
    "Þórdís & Ægir;Óðinn & Björk",
    "Iñaki & Begoña;José & Nekane",
    "Ana;Boris",
)


@pytest.mark.parametrize("text", NAMES)
@cases("encoding", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251", "cp1252")
def test_the_encoding_of_a_table_is_found_out(text: str, encoding: str) -> None:
    text = f"date;game;side1;side2\n2026-11-03;Belot;{text}\n"
    try:
        body = text.encode(encoding)
    except UnicodeEncodeError:
        return  # no program writes these letters in it
    assert decode(body, encoding_of(body)) == text


@cases(
    "body, encoding", (b"\xff\xfe\x00", "utf-16"), (b"a\0b", "utf-8"), (b"\x81", "cp1252"), (b"\xc3", "utf-8")
)
def test_what_no_text_is_written_in_is_no_text(body: bytes, encoding: str) -> None:
    assert decode(body, encoding) is None


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("said", [False, True])
def test_the_separator_is_found_out(separator: str, said: bool) -> None:
    table = separator.join(("date", "game", "side1", "side2")) + "\n" + separator.join("a,b;c d")
    text = f"sep={separator}\r\n{table}" if said else table
    assert separator_of(text, {"date", "game"}.__contains__) == separator
    assert next(csv_reading.rows_of(text, separator)) == ["date", "game", "side1", "side2"]


@cases(
    "written, day, month",
    ("2026-11-20", "2026-11-20", "2026-11-20"),
    ("01.04.2025", "2025-04-01", "2025-01-04"),
    ("1.4.2025 г.", "2025-04-01", "2025-01-04"),
    ("1. 4. 2025", "2025-04-01", "2025-01-04"),
    ("01/04/25", "2025-04-01", "2025-01-04"),
    ("31/12/99", "1999-12-31", None),
    ("2025/04/01", "2025-04-01", "2025-04-01"),
    ("2025. 4. 1.", "2025-04-01", "2025-04-01"),
    ("4/13/2025", None, "2025-04-13"),
    ("31.04.2025", None, None),
    ("1.4.5", None, None),
    ("1.4/2025", None, None),
    ("20260401", None, None),
    ("٠١.04.2025", None, None),
    ("01.04.12025", None, None),
    ("soon", None, None),
    ("", None, None),
    ("1.4.2025" + " " * 100_000, "2025-04-01", "2025-01-04"),
    ("1.4.2025" + " " * 100_000 + "x", None, None),
)
def test_a_date_is_read_in_the_order_that_is_said(written: str, day: str | None, month: str | None) -> None:
    found = [read_day(written, order) for order in (DAY_FIRST, MONTH_FIRST)]
    assert [one and one.date for one in found] == [day, month]


@cases(
    "written, time",
    ("2025.04.01 19:30", "19:30"),
    ("1.4.2025 г., 9:05:00", "09:05"),
    ("2026-11-20T20:14", "20:14"),
    ("1.4.2025", None),
)
def test_a_time_beside_a_date_is_kept(written: str, time: str | None) -> None:
    found = read_day(written, DAY_FIRST)
    assert (found and found.time) == time


@cases(
    "dates, order",
    (["1.2.2025", "13.2.2025"], DAY_FIRST),
    (["1/2/2025", "2/13/2025"], MONTH_FIRST),
    (["1.2.2025"], DAY_FIRST),
    (["", "2026-11-20"], DAY_FIRST),
    ([], DAY_FIRST),
)
def test_the_order_of_dates_is_that_in_which_they_exist(dates: list[str], order: str) -> None:
    assert csv_reading.date_order_of(dates) == order

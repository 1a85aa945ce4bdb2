"""How what a match counts is written: whole numbers, halves with their sign, anything else to two places."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorekeeper.league.counting import show_fraction


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(3), "3"),
        (Fraction(0), "0"),
        (Fraction(1, 2), "0.5"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 2), "−0.5"),
        (Fraction(-5, 2), "−2.5"),
        (Fraction(4, 3), "1.33"),
        (Fraction(-2, 3), "−0.67"),
    ],
)
def test_a_fraction_is_written_as_people_write_it(number: Fraction, written: str) -> None:
    assert show_fraction(number) == written

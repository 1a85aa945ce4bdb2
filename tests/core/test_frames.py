"""Frames: bytes that go from screen to camera in pieces, in any order, with pieces missed, and never half."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.core import frames
from tests.cases import cases

WHOLES = st.binary(min_size=1, max_size=1500)
ROOM = 311
"""Letters that a QR code of version 10 with correction M holds."""


def framed(data: bytes) -> list[str]:
    found = frames.split(data)
    assert found is not None
    return found


OTHER, THREE = framed(b"another match"), framed(bytes(range(250)) * 2)


@given(data=WHOLES, orders=st.randoms(use_true_random=False))
def test_frames_come_together_in_any_order_also_where_some_came_twice(data: bytes, orders: Any) -> None:
    read = framed(data) * 2
    orders.shuffle(read)
    assert frames.join(read) == (data, None)


@pytest.mark.parametrize(("missed", "seconds"), [(2, 60), (3, 30), (4, 30), (6, 30)])
def test_each_frame_is_read_in_time_where_every_nth_is_missed(missed: int, seconds: int) -> None:
    for total in range(1, frames.MAX_FRAMES + 1):
        length = frames.ring(total)
        shown = [turn % length % total for turn in range(seconds * 5)]
        for begins in range(missed):
            seen = [number for turn, number in enumerate(shown) if turn % missed != begins]
            assert set(seen) == set(range(total)), (total, begins)


FULL = frames.MAX_FRAMES * frames.LETTERS * 5 // 8
"""The most bytes that one ring holds; none of the examples that are drawn comes near."""


@example(data=bytes(FULL))
@example(data=bytes(FULL + 1))
@given(data=st.binary(min_size=1, max_size=13_000))
def test_a_frame_fits_its_code_and_a_ring_its_half_minute(data: bytes) -> None:
    found = frames.split(data)
    assert (found is None) == (len(data) > FULL)
    for frame in found or ():
        assert len(frame) <= ROOM
    assert len(found or ()) <= frames.MAX_FRAMES


@given(data=WHOLES, choices=st.data())
def test_a_frame_with_one_other_letter_is_refused(data: bytes, choices: Any) -> None:
    frame = choices.draw(st.sampled_from(framed(data)))
    at = choices.draw(st.integers(0, len(frame) - 1))
    letter = choices.draw(
        st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:").filter(lambda one: one != frame[at])
    )
    assert frames.read_frame(frame[:at] + letter + frame[at + 1 :]) is None


@cases(
    "read, code",
    ([], "no_frame"),
    (["https://example.org/m/abc"], "no_frame"),
    ([THREE[0], THREE[1][:-1]], "no_frame"),
    (THREE[:2], "codes_missing"),
    ([*THREE, OTHER[0]], "two_matches"),
    ids=["nothing", "a link", "half a frame", "one missing", "another match in between"],
)
def test_what_does_not_come_to_a_whole_is_told(read: list[str], code: str) -> None:
    data, wrong = frames.join(read)
    assert data == b""
    assert wrong.code == code


def forged(**changed: Any) -> str:
    """A frame whose checksum is right and that says something else."""
    frame = frames.read_frame(THREE[2])
    return frames.write_frame(frame._replace(**changed))


@cases(
    "changed, code",
    ({"data": "AAAAAAAA"}, "damaged"),
    ({"data": "A"}, "damaged"),
    ({"total": frames.MAX_FRAMES + 1}, "no_frame"),
    ({"number": 4}, "no_frame"),
    ({"number": 0}, "no_frame"),
    ids=["other data", "no data", "more than a ring", "beyond the last", "before the first"],
)
def test_a_frame_that_was_made_up_is_refused(changed: dict[str, Any], code: str) -> None:
    data, wrong = frames.join([*THREE[:2], forged(**changed)])
    assert data == b""
    assert wrong.code == code


def test_a_phone_that_writes_small_letters_is_understood() -> None:
    assert frames.join(frame.lower() for frame in THREE) == (bytes(range(250)) * 2, None)


def test_more_numbers_are_missing_than_are_named() -> None:
    _data, wrong = frames.join(framed(bytes(170 * 40))[:1])
    assert wrong.text.params["numbers"] == "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 …"

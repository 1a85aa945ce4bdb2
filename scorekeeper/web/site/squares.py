"""Addresses as squares that other phones can read."""

from __future__ import annotations

from io import BytesIO

from flask import Response


def draw_square(address: str, error: str = "l") -> Response:
    """A square of an address as an SVG picture; ``error`` is how much of it may be unreadable, ``l`` least."""
    import segno  # here, because few pages show one

    picture = BytesIO()
    segno.make(address, error=error, micro=False).save(
        picture, kind="svg", scale=4, border=4, xmldecl=False, light="#fff", svgclass=None, lineclass=None
    )
    headers = {"Cache-Control": "private, no-cache"}
    return Response(picture.getvalue(), mimetype="image/svg+xml", headers=headers)

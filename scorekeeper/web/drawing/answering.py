"""Pictures as answers to browsers that ask for them: posters, and addresses as squares that other phones can read."""

from __future__ import annotations

import hashlib
from io import BytesIO

from flask import Response, render_template, request

from scorekeeper.web.drawing import posters
from scorekeeper.web.drawing.posters import Poster
from scorekeeper.web.site.clock import zone_name


def answer_poster(poster: Poster) -> Response:
    """The picture as SVG, sent again only once it changed."""
    drawn = render_template("picture.svg", picture=poster, drawn=posters)
    response = Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "private, no-cache"})
    response.set_etag(hashlib.sha256(f"{drawn}{zone_name()}".encode()).hexdigest()[:24])
    response.make_conditional(request)
    return response


def draw_square(address: str, error: str = "l") -> Response:
    """A square of an address as an SVG picture; ``error`` is how much of it may be unreadable, ``l`` least."""
    import segno  # here, because few pages show one

    picture = BytesIO()
    segno.make(address, error=error, micro=False).save(
        picture, kind="svg", scale=4, border=4, xmldecl=False, light="#fff", svgclass=None, lineclass=None
    )
    headers = {"Cache-Control": "private, no-cache"}
    return Response(picture.getvalue(), mimetype="image/svg+xml", headers=headers)

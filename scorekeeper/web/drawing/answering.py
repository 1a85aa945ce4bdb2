"""A picture as the answer to a browser that asks for it."""

from __future__ import annotations

import hashlib

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

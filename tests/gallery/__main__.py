"""Serve the gallery alone, with templates that are read anew: ``python -m tests.gallery``."""

from scorekeeper import create_app
from tests.gallery import pages

app = create_app({"SECRET_KEY": b"the gallery", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
app.register_blueprint(pages)
app.run(port=8001, debug=True)

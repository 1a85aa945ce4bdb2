"""What a browser sends for a form, made from the form itself."""

from typing import Any

from werkzeug.datastructures import MultiDict


def send_form(form: Any) -> MultiDict[str, str]:
    """What a browser sends for the form as it is shown."""
    values: MultiDict[str, str] = MultiDict()
    for field in form:
        for part in field.all():
            if part.kind in ("each", "group", "rows"):
                continue
            for value in getattr(part, "ticked", None) or [getattr(part, "typed", "")]:
                values.add(part.name, value)
            if getattr(part, "word", ""):
                values.add(f"{part.name}-word", part.word)
    return values

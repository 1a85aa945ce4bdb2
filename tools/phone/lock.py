"""`python -m tools.phone.lock` renews phone.lock: the versions of requirements.lock, and their digests."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

from tools.phone.choosing import CHOICES
from tools.phone.fetching import HALF_NATIVE, LOCK, NATIVE, PIN, PURE, ROOT, download


def write() -> None:
    """Fetch each package once and write its version and digest down."""
    versions = dict(PIN.findall((ROOT / "requirements.lock").read_text(encoding="utf-8")))
    lines = [
        "# Made by `python -m tools.phone.lock` from requirements.lock: what the program on a phone is made of."
    ]
    for name in CHOICES["packages"]:
        with tempfile.TemporaryDirectory() as scratch:
            download(Path(scratch), NATIVE if name in HALF_NATIVE else PURE, f"{name}=={versions[name]}")
            (wheel,) = Path(scratch).glob("*.whl")
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        lines.append(f"{name}=={versions[name]} \\\n    --hash=sha256:{digest}")
    LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()

"""Draw the icons of the home screen from `icon.svg`. Run it by hand when the drawing changes; the icons are in git.

    .venv/bin/python tools/icons.py

The phone cuts a maskable icon to a circle or a leaf, so its drawing stands in the middle of its own colour. Apple's
icon does too, because it has no transparency.
"""

from __future__ import annotations

import shutil
import struct
import zlib
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "static"
FELT = "#0d4a2d"
ICONS = {
    "icon-192.png": (192, "transparent", 1.0),
    "icon-512.png": (512, "transparent", 1.0),
    "icon-maskable.png": (512, FELT, 0.74),
    "icon-apple.png": (180, FELT, 0.92),
}
"""Pixels, what is behind the drawing, and how much of the width the drawing takes."""


def main() -> None:
    drawing = (FOLDER / "icon.svg").read_text()
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, (size, behind, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            inner = round(size * part)
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{behind}}}"
                f"svg{{width:{inner}px;height:{inner}px}}</style>{drawing}"
            )
            picture = page.screenshot(omit_background=behind == "transparent")
            (FOLDER / name).write_bytes(repack(picture))
            print(name, (FOLDER / name).stat().st_size)
        browser.close()


def repack(png: bytes) -> bytes:
    """The same picture at the highest compression of zlib."""
    place, chunks, pixels = 8, [], b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        if kind == b"IDAT":
            pixels += body
        else:
            chunks.append((kind, body))
        place += length + 12
    chunks.insert(-1, (b"IDAT", zlib.compress(zlib.decompress(pixels), 9)))
    return png[:8] + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


if __name__ == "__main__":
    main()

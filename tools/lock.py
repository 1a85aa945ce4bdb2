"""The lock files: `renew` resolves pyproject.toml into them, `check` says whether they still belong to it.

requirements.lock holds the packages that run and build the program, requirements-dev.lock those and the
tools. Both carry hashes, for `pip install --require-hashes -r …`. The check needs no network: each lock names
the fingerprint of the dependency tables that it was made from.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
RUNTIME, DEV = "requirements.lock", "requirements-dev.lock"
GROUPS = {RUNTIME: ["build"], DEV: ["build", "dev"]}
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)


def tables(root: Path) -> dict[str, Any]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return {
        "python": project["project"]["requires-python"],
        "dependencies": project["project"]["dependencies"],
        "extras": project["project"]["optional-dependencies"],
        "groups": project["dependency-groups"],
    }


def fingerprint(root: Path) -> str:
    canonical = json.dumps(tables(root), sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:32]


def renew(root: Path, upgrade: bool) -> None:
    for name, groups in GROUPS.items():
        lock = root / name
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
        command += ["--python-version", "3.11", "--generate-hashes", "--no-header", "--all-extras"]
        command += [part for group in groups for part in ("--group", group)]
        if name == DEV:  # the tools are tested with the very versions that players get
            command += ["--constraint", RUNTIME]
        with tempfile.TemporaryDirectory() as scratch:
            output = Path(scratch, name)
            if lock.exists() and not upgrade:
                output.write_bytes(lock.read_bytes())
            subprocess.run([*command, "--output-file", str(output), "pyproject.toml"], cwd=root, check=True)
            resolved = output.read_text(encoding="utf-8")
        resolved = "".join(line for line in resolved.splitlines(keepends=True) if not line.startswith("#"))
        lock.write_text(
            f"# Made by `make lock` from pyproject.toml {fingerprint(root)}\n{resolved}", encoding="utf-8"
        )
        print(f"{name}: {len(PIN.findall(resolved))} packages")


def pins(lock: str) -> dict[str, Version]:
    return {canonicalize_name(name): Version(version) for name, version in PIN.findall(lock)}


def problems(root: Path) -> list[str]:
    missing = [name for name in GROUPS if not (root / name).exists()]
    if missing:
        return [f"{name} is missing: run `make lock`" for name in missing]
    texts = {name: (root / name).read_text(encoding="utf-8") for name in GROUPS}
    return [problem for name, text in texts.items() for problem in lock_problems(root, name, text)] + [
        f"{DEV}: {name} is not the version of {RUNTIME}"
        for name, version in pins(texts[RUNTIME]).items()
        if pins(texts[DEV]).get(name) != version
    ]


def lock_problems(root: Path, name: str, text: str) -> list[str]:
    faults = []
    if fingerprint(root) not in text.partition("\n")[0]:
        faults.append(f"{name} is not made from this pyproject.toml: run `make lock`")
    declared = tables(root)
    wanted = [*declared["dependencies"], *(line for extra in declared["extras"].values() for line in extra)]
    wanted += [line for group in GROUPS[name] for line in declared["groups"][group]]
    pinned = pins(text)
    for requirement in map(Requirement, wanted):
        version = pinned.get(canonicalize_name(requirement.name))
        if version is None or version not in requirement.specifier:
            faults.append(f"{name}: {requirement} is not met ({version or 'absent'})")
    blocks = re.split(r"^(?=\S+==)", text, flags=re.MULTILINE)[1:]
    faults += [f"{name}: no hash for {block.split()[0]}" for block in blocks if "--hash=sha256:" not in block]
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["renew", "check"])
    parser.add_argument(
        "--upgrade", action="store_true", help="take the newest versions that pyproject.toml allows"
    )
    chosen = parser.parse_args()
    if chosen.what == "renew":
        renew(ROOT, chosen.upgrade)
    mismatches = problems(ROOT)
    print("\n".join(mismatches) or "lock files: match pyproject.toml")
    return 1 if mismatches else 0


if __name__ == "__main__":
    sys.exit(main())

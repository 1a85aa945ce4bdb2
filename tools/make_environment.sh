#!/usr/bin/env bash
# Makes the virtual environment: make_environment.sh PYTHON FOLDER
set -euo pipefail
python=$1
folder=$2

if ! command -v "$python" >/dev/null; then
    echo "There is no $python here. Install Python 3.11 or newer, or name yours: make run PYTHON=/path/to/python3" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "$python is $("$python" -V 2>&1); Scorekeeper needs 3.11 or newer. Name another one: make run PYTHON=python3.12" >&2
    exit 1
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "$python cannot make virtual environments: its venv or ensurepip module is missing." >&2
    echo "On Debian and Ubuntu: sudo apt-get install python$version-venv   Then run make again." >&2
    exit 1
fi
echo "Making the environment in $folder …"
"$python" -m venv "$folder"

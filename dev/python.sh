# A Python with packages from PyPI for a script. To be sourced.
#
#   use_python PACKAGE...   makes (once) an environment with these packages in .build/python, or in the folder that
#                           PYTHON_ENVIRONMENT names: PYTHON is its interpreter
# shellcheck shell=bash

use_python() {
    PYTHON=${PYTHON_ENVIRONMENT:-.build/python}/bin/python
    # One script at a time changes it.
    {
        ! command -v flock >/dev/null || flock "$lock"
        if [ ! -x "$PYTHON" ]; then
            # Debian's Python makes environments only with a package of its own.
            python3 -c "import ensurepip" 2>/dev/null || dev/setup python3 python3-venv
            python3 -m venv "${PYTHON%/bin/python}" || {
                echo "${0##*/}: python3 with venv is needed; on Debian: apt-get install python3-venv" >&2
                exit 1
            }
        fi
        "$PYTHON" -m pip --disable-pip-version-check install --quiet "$@"
    } {lock}<dev/python.sh
    exec {lock}<&-
}

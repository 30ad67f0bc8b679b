# Finds a Chromium for a script, which has sourced dev/servers.sh. To be sourced.
#
#   use_chromium   CHROMIUM is the browser; it is installed when there is none
# shellcheck shell=bash

find_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

use_chromium() {
    CHROMIUM=$(find_chromium) || {
        dev/setup chromium
        CHROMIUM=$(find_chromium) || fail "chromium is not installed"
    }
    export CHROMIUM
}

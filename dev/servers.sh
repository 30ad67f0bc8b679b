# Starts Greenroom servers for a script and ends them when the script ends. To be sourced.
#
#   start_server BINARY [OPTION...]   starts one on a free port: SERVER_URL, SERVER_PID and SERVER_LOG tell which
#   server_address NAME               prints the address of another listener of the server started last
#   stop_server PID                   asks it to stop and waits; its exit code is in SERVER_EXIT
#   fail MESSAGE                      ends the script with a message
#   START_SECONDS                     how long a start may take; 30 unless it is set
#   curl                              never waits longer than 30 seconds
# shellcheck shell=bash

SERVERS_FOLDER=$(mktemp -d)
SERVER_PIDS=()
export SERVER_EXIT=0
trap end_servers EXIT

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

curl() {
    command curl --max-time 30 --connect-timeout 5 "$@"
}

start_server() {
    local binary=$1 ready
    shift
    SERVER_LOG="$SERVERS_FOLDER/${#SERVER_PIDS[@]}.log"
    ready="$SERVERS_FOLDER/${#SERVER_PIDS[@]}.ready"
    : >"$ready"
    "$binary" serve --port 0 "$@" >"$ready" 2>"$SERVER_LOG" </dev/null &
    SERVER_PID=$!
    SERVER_PIDS+=("$SERVER_PID")
    for _ in $(seq $((10 * ${START_SECONDS:-30}))); do
        SERVER_URL=$(sed -n 's/.*greenroom ready on \([^ "]*\).*/\1/p' "$ready")
        [ -z "$SERVER_URL" ] || return 0
        kill -0 "$SERVER_PID" 2>/dev/null || break
        sleep 0.1
    done
    cat "$SERVER_LOG" >&2
    fail "$binary serve did not become ready"
}

server_address() {
    sed -n "s/^greenroom ready on .* $1=\([^ ]*\).*/\1/p" "$SERVERS_FOLDER/$((${#SERVER_PIDS[@]} - 1)).ready"
}

stop_server() {
    SERVER_EXIT=0
    kill -TERM "$1" 2>/dev/null || true
    wait "$1" || SERVER_EXIT=$?
}

# shellcheck disable=SC2317 # the trap calls it
end_servers() {
    local pid
    for pid in "${SERVER_PIDS[@]}"; do
        kill -KILL "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$SERVERS_FOLDER"
}

#!/usr/bin/env bash
# Does a silent push reach an app that was suspended an hour ago? And one that the user has quit?
#   silent-push.sh [SERVER] - GREENROOM_TOKEN is its token, if it has one
set -euo pipefail

server=${1:-http://127.0.0.1:8080}
app=com.example.notes

ask() { # METHOD PATH [JSON]
    curl -sS --fail-with-body -X "$1" -H 'Content-Type: application/json' ${3:+-d "$3"} \
        ${GREENROOM_TOKEN:+-H "Authorization: Bearer $GREENROOM_TOKEN"} "$server$2"
}
event() { ask POST "/v1/devices/$device/events" "$1"; }
push="{\"type\": \"push.deliver\", \"bundleID\": \"$app\", \"pushType\": \"background\", \"priority\": 5,
       \"payload\": {\"aps\": {\"content-available\": 1}}}"
verdict() { grep -o '"verdict":"[a-zA-Z]*"\(,"why":"[a-zA-Z]*"\)\?' <<<"$1"; }

device=$(ask POST /v1/devices "{\"clock\": {\"mode\": \"manual\"}, \"apps\": [{\"bundleID\": \"$app\",
    \"infoPlist\": {\"UIBackgroundModes\": [\"remote-notification\"]}}]}" | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
trap 'ask DELETE "/v1/devices/$device"' EXIT

event "{\"type\": \"app.launch\", \"bundleID\": \"$app\"}" >/dev/null
event '{"type": "device.home"}' >/dev/null
ask POST "/v1/devices/$device/clock/advance" '{"seconds": 3600}' >/dev/null
echo "suspended for an hour: $(verdict "$(event "$push")")"

ask POST "/v1/devices/$device/clock/advance" '{"seconds": 60}' >/dev/null
event "{\"type\": \"app.forceQuit\", \"bundleID\": \"$app\"}" >/dev/null
echo "quit by the user:      $(verdict "$(event "$push")")"

-- POST one event, to one device after the other. wrk -s event.lua URL -- DEVICES EVENT [EVENT]
-- With two events each device gets them by turns. Threads share no device.
local devices, events, turn = 1, {}, 0
local threads = 0

function setup(thread)
    thread:set("first", threads)
    threads = threads + 1
end

function init(args)
    devices = tonumber(args[1])
    for place = 2, #args do events[#events + 1] = args[place] end
    wrk.headers["Content-Type"] = "application/json"
end

function request()
    local event = events[turn % #events + 1]
    local device = (math.floor(turn / #events) * 2 + first) % devices
    turn = turn + 1
    return wrk.format("POST", "/v1/devices/bench-" .. device .. "/events", nil, event)
end

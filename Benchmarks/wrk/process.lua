-- GET one process, of one device after the other. wrk -s process.lua URL -- DEVICES
local devices, turn = 1, 0

function init(args) devices = tonumber(args[1]) end

function request()
    turn = turn + 1
    return wrk.format("GET", "/v1/devices/bench-" .. turn % devices .. "/processes/101")
end

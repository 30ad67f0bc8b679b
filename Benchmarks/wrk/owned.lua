-- GET or POST to given devices, one after the other. wrk -s owned.lua URL -- METHOD BODY DEVICE...
local ids, turn, method, body = {}, 0, "GET", nil

function init(args)
    method = args[1]
    if method == "POST" then body = args[2] end
    for place = 3, #args do ids[#ids + 1] = args[place] end
    wrk.headers["Content-Type"] = "application/json"
end

function request()
    turn = turn + 1
    local path = "/v1/devices/" .. ids[turn % #ids + 1]
    if method == "POST" then path = path .. "/events" end
    return wrk.format(method, path, nil, body)
end

-- Notifications. Each connection waits before each: PAUSE milliseconds on average, at random, or all would ask at once
-- and then none. With TOKEN in the environment each brings a bearer token.
local tenant = os.getenv("TENANT") or "bench"
local bypass = os.getenv("BENCH_BYPASS")
local token = os.getenv("TOKEN")

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
if bypass then wrk.headers["X-Bench-Bypass"] = bypass end
if token and token ~= "" then wrk.headers["Authorization"] = "Bearer " .. token end

local pause = tonumber(os.getenv("PAUSE") or "0")
local turn = 0

function delay()
  return math.random(0, 2 * pause)
end

function request()
  turn = turn + 1
  local body = string.format('{"tenant":"%s","user":"u%d","message":"something happened"}', tenant, turn)
  return wrk.format(nil, "/v1/notifications", nil, body)
end

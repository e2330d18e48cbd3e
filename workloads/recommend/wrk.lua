-- The recommend endpoint by wrk, gently: each connection pauses, so that a small machine is not saturated.
local users = tonumber(os.getenv("USERS") or "5")
local k = tonumber(os.getenv("K") or "20")
local tenant = os.getenv("TENANT") or "bench"
local pause = tonumber(os.getenv("PAUSE") or "2") -- milliseconds
local bypass = os.getenv("BENCH_BYPASS")

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
if bypass then wrk.headers["X-Bench-Bypass"] = bypass end

local turn = 0

function delay()
  return pause
end

function request()
  turn = turn % users + 1
  local body = string.format('{"tenant":"%s","surface":"home","user":"u%d","k":%d}', tenant, turn, k)
  return wrk.format(nil, "/v1/recommend", nil, body)
end

-- As many health checks as the connections carry.
function request()
  return wrk.format("GET", "/health/live")
end

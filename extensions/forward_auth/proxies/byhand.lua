-- Forward auth for HAProxy 2.6 or later. Sets txn.byhand_outcome to allow, review, block or unavailable.

local TIMEOUT_MS = 5000
local POLL_MS = 2

local function now_ms()
  local now = core.now()
  return now.sec * 1000 + now.usec / 1000
end

-- The client of HAProxy repeats a request that timed out, up to three times. So it runs in a task of its own, and the
-- visitor waits for at most the timeout. Returns nil after that.
local function get(request)
  local answer, is_done
  core.register_task(function()
    answer = core.httpclient():get(request)
    is_done = true
  end)
  local until_ms = now_ms() + TIMEOUT_MS
  while not is_done and now_ms() < until_ms do
    core.msleep(POLL_MS)
  end
  return answer
end

core.register_action("byhand", { "http-req" }, function(txn, url, key)
  local given = txn.http:req_get_headers()
  local function joined(name, separator)
    local values = given[name] or {}
    local all = {}
    for index = 0, #values do
      all[#all + 1] = values[index]
    end
    return table.concat(all, separator)
  end

  local headers = {
    ["authorization"] = { "Bearer " .. key },
    ["x-forwarded-uri"] = { txn.f:url() },
    ["cookie"] = { joined("cookie", "; ") },
  }
  -- Signatures of declared agents.
  if given["signature-input"] or given["signature-agent"] then
    headers["x-forwarded-host"] = { joined("host", ", ") }
    headers["x-forwarded-method"] = { txn.f:method() }
    headers["x-forwarded-proto"] = { txn.f:ssl_fc() == 0 and "http" or "https" }
    for _, name in ipairs({ "signature", "signature-input", "signature-agent", "user-agent" }) do
      if given[name] then
        headers[name] = { joined(name, ", ") }
      end
    end
  end

  local answer = get({ url = url, timeout = TIMEOUT_MS, headers = headers })

  local status = answer and answer.status or 0
  local outcome = status == 403 and "block" or "unavailable"
  for _, name in ipairs({ "outcome", "reason", "session", "score", "agent", "agent_signature" }) do
    local values = status == 200 and answer.headers["x-byhand-" .. name:gsub("_", "-")]
    txn:set_var("txn.byhand_" .. name, values and values[0] or "none")
  end
  if status ~= 200 then
    txn:set_var("txn.byhand_outcome", outcome)
  end
end, 2)

-- Forward auth for HAProxy 2.6 or later. Sets txn.byhand_outcome to allow, review, block or unavailable.

local TIMEOUT_MS = 5000

core.register_action("byhand", { "http-req" }, function(txn, url, key)
  local cookies = txn.http:req_get_headers()["cookie"] or {}
  local all = {}
  for index = 0, #cookies do
    all[#all + 1] = cookies[index]
  end

  local answer = core.httpclient():get({
    url = url,
    timeout = TIMEOUT_MS,
    headers = {
      ["authorization"] = { "Bearer " .. key },
      ["x-forwarded-uri"] = { txn.f:url() },
      ["cookie"] = { table.concat(all, "; ") },
    },
  })

  local status = answer and answer.status or 0
  local outcome = status == 403 and "block" or "unavailable"
  for _, name in ipairs({ "outcome", "reason", "session", "score" }) do
    local values = status == 200 and answer.headers["x-byhand-" .. name]
    txn:set_var("txn.byhand_" .. name, values and values[0] or "none")
  end
  if status ~= 200 then
    txn:set_var("txn.byhand_outcome", outcome)
  end
end, 2)

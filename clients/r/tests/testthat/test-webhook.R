secret_key <- as.raw(rep(7, 32))
secret <- paste0("whsec_", openssl::base64_encode(secret_key))
body <- "{\"type\":\"test\",\"timestamp\":\"t\",\"data\":{\"message\":\"\u00e4\"}}"
at <- 1700000000

headers <- function(id = "msg_1", timestamp = "1700000000", text = body) {
  signed <- charToRaw(enc2utf8(paste0("msg_1.1700000000.", text)))
  signature <- openssl::base64_encode(unclass(openssl::sha256(signed, key = secret_key)))
  list(`Webhook-Id` = id, `webhook-timestamp` = timestamp, `webhook-signature` = paste0("v1,AAAA v1,", signature))
}
verify <- function(text = body, given = headers(), now = at) byhand_verify_webhook(text, given, secret, now)

test_that("a signed webhook is accepted as text and as bytes", {
  expect_equal(verify()$type, "test")
  expect_equal(verify(charToRaw(enc2utf8(body)))$data$message, "\u00e4")
})

test_that("the signature is that of the reference implementation", {
  # standardwebhooks 1.1.1: new Webhook(secret).sign('msg_1', new Date(1700000000000), body)
  expect_match(headers()$`webhook-signature`, "v1,1/+XY18RAEehwJ/2QfWKWMjl9LcbA95TuP3JuwP4WNw=", fixed = TRUE)
})

test_that("everything else is rejected", {
  wrong <- function(reason, ...) expect_error(verify(...), reason, class = "byhand_webhook_error")
  wrong("wrong", text = paste0(body, " "))
  wrong("wrong", given = headers(id = "msg_2"))
  wrong("wrong", given = modifyList(headers(), list(`webhook-signature` = "v1,%%% v2,AAAA x")))
  wrong("missing", given = list())
  wrong("missing", given = headers(timestamp = "soon"))
  wrong("too old", now = at + 301)
  wrong("too old", now = at - 301)
})

test_that("an empty secret is rejected", {
  for (none in c("", "whsec_")) {
    expect_error(byhand_verify_webhook(body, headers(), none, at), "empty", class = "byhand_webhook_error")
  }
})

# The schedule of docs/reference/limits.md, which the Node client and the Python client follow too.

replace_effects <- function(...) {
  given <- list(...)
  before <- mget(names(given), effects)
  list2env(given, effects)
  before
}

# Runs `run` with these answers of the service in turn; returns the delays and the number of requests.
with_answers <- function(answers, run) {
  waits <- numeric()
  count <- 0
  before <- replace_effects(
    perform = function(request) {
      count <<- count + 1
      answer <- if (count <= length(answers)) answers[[count]] else httr2::response(200, body = charToRaw("{}"))
      if (inherits(answer, "error")) stop(answer)
      answer
    },
    pause = function(seconds) waits <<- c(waits, seconds),
    draw_jitter = function() 1
  )
  on.exit(list2env(before, effects))
  outcome <- tryCatch(suppressMessages(run()), error = function(error) class(error)[1])
  list(waits = waits, count = count, outcome = outcome)
}
report <- function() byhand_report("a", url = "http://service.example", key = "k")
status <- function(code, ...) httr2::response(code, headers = list(...), body = charToRaw("{}"))

test_that("some failures are retried twice", {
  for (code in c(408, 429, 500, 502, 503, 504)) {
    found <- with_answers(rep(list(status(code)), 3), report)
    expect_equal(found, list(waits = c(0.2, 0.8), count = 3, outcome = "byhand_unavailable"))
  }
  for (code in c(400, 401, 404, 409)) {
    found <- with_answers(list(status(code)), report)
    expect_equal(found, list(waits = numeric(), count = 1, outcome = "byhand_error"))
  }
  away <- with_answers(rep(list(simpleError("Connection refused")), 9), report)
  expect_equal(away[c("waits", "count")], list(waits = c(0.2, 0.8), count = 3))
})

test_that("the service may ask for a longer delay, up to five seconds", {
  found <- with_answers(list(status(429, `retry-after` = "2"), status(429, `retry-after` = "900")), report)
  expect_equal(found$waits, c(2, 5))
})

test_that("a long run waits for a service that has responded, and not for a wrong URL", {
  check <- function() byhand_check(data.frame(like = "The park"), "s", "like", url = "http://service.example", key = "k")
  away <- with_answers(rep(list(simpleError("Connection refused")), 9), check)
  expect_equal(away$waits, c(0.2, 0.8))
  busy <- with_answers(rep(list(status(429, `retry-after` = "40")), 8), check)
  expect_equal(busy$waits[1:3], c(40, 40, 40))
  expect_equal(busy$count, 9)
})

test_that("a delay is shown", {
  before <- replace_effects(
    perform = function(request) stop("Connection refused"), pause = function(seconds) NULL,
    draw_jitter = function() 10
  )
  on.exit(list2env(before, effects))
  expect_message(try(report(), silent = TRUE), "Byhand: Connection refused. Attempt 2 of 3 begins in 2 s.")
})

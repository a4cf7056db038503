# Tests with a service need BYHAND_TEST_URL, BYHAND_TEST_KEY and BYHAND_TEST_ADMIN_KEY.

questions <- c(like = "What do you like about your town?", change = "What would you change in your town?")
answers <- function() read.csv(system.file("extdata", "answers.csv", package = "byhand"))

check_town <- function(data = answers(), survey_id = "town", ...) {
  skip_if(!nzchar(Sys.getenv("BYHAND_TEST_URL")), "no service")
  byhand_check(
    data, survey_id, questions, ...,
    url = Sys.getenv("BYHAND_TEST_URL"), key = Sys.getenv("BYHAND_TEST_KEY")
  )
}
away <- function(..., data = answers()) byhand_check(data, "s", questions, ..., url = "http://127.0.0.1:9", key = "k", retries = 0)

test_that("the same rows come back with verdicts", {
  data <- answers()
  checked <- check_town(data)
  expect_equal(checked[names(data)], data)
  expect_equal(checked$byhand_verdict, c("keep", "remove", "keep", "review", "remove", NA))
  expect_equal(checked$byhand_flagged, c(FALSE, TRUE, FALSE, TRUE, TRUE, NA))
  expect_equal(checked$byhand_q1_checks[4], "Cross-duplicate response")
  expect_equal(checked$byhand_q1_group[4], checked$byhand_q1_group[1])
  expect_true(all(checked$byhand_q1_effort[1:5] %in% 1:10))
  expect_match(checked$byhand_typing_url[1], "^http")
  expect_match(checked$byhand_reasons[2], "Gibberish")
  expect_match(checked$byhand_analyzed_at[1], "^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}Z$")
  expect_equal(checked$byhand_warning[6], "Not analyzed: the row has no answers.")
})

test_that("factors, numbers and repeated participants are accepted", {
  data <- data.frame(participant_id = c(7, 7), like = factor(c("The old park", "The pond")), change = NA)
  checked <- check_town(data, "factors", low_effort_threshold = 10, question_types = c(like = "brand"))
  expect_equal(checked$byhand_error, c(FALSE, FALSE))
  listed <- byhand_participants("factors", url = Sys.getenv("BYHAND_TEST_URL"), key = Sys.getenv("BYHAND_TEST_ADMIN_KEY"))
  expect_setequal(listed$participant_id, c("7", "7 (row 2)"))
})

test_that("the service chooses the columns of a file", {
  skip_if(!nzchar(Sys.getenv("BYHAND_TEST_URL")), "no service")
  file <- system.file("extdata", "answers.csv", package = "byhand")
  run <- function(key) byhand_check(file, url = Sys.getenv("BYHAND_TEST_URL"), key = Sys.getenv(key))
  checked <- run("BYHAND_TEST_ADMIN_KEY")
  expect_true("byhand_q2_checks" %in% names(checked))
  expect_equal(checked$byhand_verdict[2], "remove")
  expect_error(run("BYHAND_TEST_KEY"), "permissions survey and admin")
})

test_that("a run continues after the last finished row", {
  file <- tempfile()
  data <- answers()
  skip_if(!nzchar(Sys.getenv("BYHAND_TEST_URL")), "no service")
  plan <- list(questions = questions, participant = "participant_id", header_rows = 0)
  first <- row_requests(data, plan, "resumed", list(), NULL, NULL, NULL)[[1]]
  url <- sub("/+$", "", Sys.getenv("BYHAND_TEST_URL"))
  open_journal(file, url)$add(first, list(verdict = "from the file"))
  cat('{"request":"half', file = file, append = TRUE)
  checked <- check_town(data, "resumed", resume = file)
  expect_equal(checked$byhand_verdict[1:2], c("from the file", "remove"))
  expect_false(file.exists(file))
})

test_that("another file is never overwritten", {
  file <- tempfile()
  writeLines("like", file)
  expect_error(away(resume = file), "not a progress file")
  expect_equal(readLines(file), "like")
})

test_that("an unreachable service stops the run, or gives the verdict unknown", {
  sentence <- "^Byhand at http://127.0.0.1:9 did not respond: .*(refused|connect).* \\(0 of 6 rows are done\\)\\.$"
  expect_error(away(), sentence, class = "byhand_unavailable")
  checked <- away(on_unavailable = "unknown")
  expect_equal(checked$byhand_verdict, c(rep("unknown", 5), NA))
  expect_equal(checked$byhand_error[1], TRUE)
})

test_that("an argument that the service rejects stops at the first row", {
  expect_error(check_town(survey_id = "rejected", low_effort_threshold = 11), "low_effort_threshold is not valid")
  expect_error(check_town(survey_id = "rejected", disabled_checks = "x"), "disabled_checks is not valid")
})

test_that("wrong arguments are named", {
  expect_error(away(data = data.frame(x = 1)), "There is no column like")
  expect_error(away(data = 7), "data frame")
  expect_error(away(session = "x"), "There is no column x")
  expect_error(away(question_types = c(x = "brand")), "x is not among the questions")
  expect_error(byhand_check(answers(), NULL, questions, url = "http://127.0.0.1:9", key = "k"), "survey_id is missing")
  expect_error(byhand_check(answers(), url = "", key = "k"), "BYHAND_URL")
  expect_error(byhand_check(answers(), url = "example.org", key = "k"), "http://")
})

test_that("the methods section can be read", {
  check_town(survey_id = "methods")
  url <- Sys.getenv("BYHAND_TEST_URL")
  key <- Sys.getenv("BYHAND_TEST_ADMIN_KEY")
  expect_match(byhand_methods("methods", url = url, key = key)$text, "2 of 5 participants \\(40.0%\\) were marked for removal")
  table <- byhand_exclusions("methods", url = url, key = key)
  expect_equal(table$removed[table$reason == "All participants"], 2)
  expect_error(byhand_methods("none", url = url, key = key), class = "byhand_error")
})

test_that("reports can be read", {
  skip_if(!nzchar(Sys.getenv("BYHAND_TEST_URL")), "no service")
  expect_error(
    byhand_report(strrep("A", 22), url = Sys.getenv("BYHAND_TEST_URL"), key = Sys.getenv("BYHAND_TEST_KEY")),
    class = "byhand_error"
  )
})

test_that("the service analyzes a file in the background", {
  skip_if(!nzchar(Sys.getenv("BYHAND_TEST_URL")), "no service")
  url <- Sys.getenv("BYHAND_TEST_URL")
  key <- Sys.getenv("BYHAND_TEST_ADMIN_KEY")
  file <- tempfile(fileext = ".csv")
  data <- data.frame(
    participant_id = c("p1", "p2"),
    like = c("The bakery on the corner, and \u00e4pples.", "Xkqzv wrtpl mnbdf qwzxv plkjh")
  )
  names(data)[2] <- "What do you like about your town?"
  utils::write.csv(data, file, row.names = FALSE, fileEncoding = "UTF-8")
  job <- byhand_job_create(file, survey_id = "job", url = url, key = key)
  expect_equal(byhand_job_wait(job$id, timeout = 60, url = url, key = key)$state, "done")
  expect_true(job$id %in% vapply(byhand_jobs(url, key), function(one) one$id, ""))
  expect_equal(byhand_job_summary(job$id, url, key)$participants, 2)
  checked <- byhand_job_result(job$id, url = url, key = key)
  expect_equal(checked[[2]], data[[2]])
  expect_equal(checked$byhand_verdict[2], "remove")
  expect_equal(nrow(byhand_job_result(job$id, verdict = "remove", url = url, key = key)), 1)
  expect_error(byhand_job("none", url, key), class = "byhand_error")
})

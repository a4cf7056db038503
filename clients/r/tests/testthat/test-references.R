test_that("reference answers are set, replaced, listed and removed", {
  skip_if(!nzchar(Sys.getenv("BYHAND_TEST_URL")), "no service")
  url <- Sys.getenv("BYHAND_TEST_URL")
  key <- Sys.getenv("BYHAND_TEST_ADMIN_KEY")
  question <- "What do you like about your town?"
  texts <- c("I value the strong sense of community.", "The vibrant local culture and caf\u00e9s stand out.")
  none <- byhand_references("spring references", url, key)
  expect_equal(nrow(none), 0)
  stored <- byhand_references_set("spring references", "q1", question, texts, url, key)
  expect_equal(stored$text, texts)
  expect_equal(stored$question, c(question, question))
  byhand_references_set("spring references", "q1", question, texts[1], url, key)
  byhand_references_set("spring references", "q2", question, texts[2], url, key)
  listed <- byhand_references("spring references", url, key)
  expect_equal(listed$question_id, c("q1", "q2"))
  expect_equal(listed$text, texts)
  expect_error(
    byhand_references_set("spring references", "q1", question, c(texts, "too short"), url, key),
    "references/2",
    class = "byhand_error"
  )
  expect_equal(byhand_references("spring references", url, key), listed)
  byhand_references_remove("spring references", "q1", url, key)
  expect_equal(byhand_references("spring references", url, key)$question_id, "q2")
  expect_error(byhand_references_remove("spring references", "q1", url, key), class = "byhand_error")
})

#' Read the report of a session
#'
#' @param session_id The ID of the session.
#' @param wait Seconds, 0 to 5: waits for the last actions of a page that has just been submitted.
#' @param url,key The URL of the service and a secret key. By default, the environment variables `BYHAND_URL` and
#'   `BYHAND_KEY`.
#' @return The report as a list, with `risk_score`, `risk_explanation` and `decision`.
#' @examples
#' \dontrun{
#' byhand_report("q7Zr0nXkT2mVb4Lw9sYcHg", wait = 3)$decision
#' }
#' @export
byhand_report <- function(session_id, wait = 0, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  query <- list(sessionId = session_id, wait = if (wait > 0) wait)
  parsed(send(open_service(url, key), "GET", "/v1/sessions/report", query, extra_s = wait))
}

#' Check the responses of one participant
#'
#' @param request A list with the fields of the API: `survey_id`, `participant_id`, and the named lists `questions` and
#'   `responses`.
#' @param wait Seconds, 0 to 5: waits for typing of a `session_id` that the browser is still sending.
#' @inheritParams byhand_report
#' @return The result as a list, with `verdict`, `reasons`, `checks` and `effort_ratings`.
#' @examples
#' \dontrun{
#' byhand_survey_check(list(
#'   survey_id = "spring-2025",
#'   participant_id = "p-0042",
#'   questions = list(like = "What do you like about your town?"),
#'   responses = list(like = "The bakery on the corner knows my name.")
#' ))$verdict
#' }
#' @export
byhand_survey_check <- function(request, wait = 0, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  check_survey(open_service(url, key), request, wait)
}

# The same body again returns the stored result, so a repetition is harmless.
check_survey <- function(service, request, wait = 0) {
  query <- list(explain = "true", wait = if (wait > 0) wait)
  parsed(send(service, "POST", "/survey-check/v021", query, as_json(request), extra_s = wait))
}

#' List the participants of a survey
#'
#' Needs a key with the permission `admin`.
#'
#' @param survey_id The ID of the survey.
#' @param verdict Only participants with this effective verdict: `keep`, `review` or `remove`.
#' @inheritParams byhand_report
#' @return A data frame with one row per participant, latest analysis first.
#' @examples
#' \dontrun{
#' byhand_participants("spring-2025", verdict = "remove")$participant_id
#' }
#' @export
byhand_participants <- function(survey_id, verdict = NULL, url = Sys.getenv("BYHAND_URL"),
                                key = Sys.getenv("BYHAND_KEY")) {
  service <- open_service(url, key)
  path <- paste0("/v1/surveys/", escaped(survey_id), "/participants")
  items <- list()
  cursor <- NULL
  repeat {
    page <- parsed(send(service, "GET", path, list(limit = 200, verdict = verdict, cursor = cursor)))
    items <- c(items, page$items)
    cursor <- page[["next"]]
    if (is.null(cursor)) break
  }
  text <- function(name) vapply(items, function(one) as.character(one[[name]]), "")
  joined <- function(name, by) vapply(items, function(one) paste(unlist(one[[name]]), collapse = by), "")
  data.frame(
    participant_id = text("participant_id"),
    flagged = vapply(items, function(one) one$flagged, NA),
    verdict = text("verdict"),
    effective_verdict = text("effective_verdict"),
    severity = vapply(items, function(one) as.numeric(one$severity), 0),
    checks = joined("checks", "; "),
    reasons = joined("reasons", " | ")
  )
}

#' Reference answers of a survey
#'
#' Reference answers are what chatbots answer to a question. With five or more, the GPT check finds participants who use
#' their words. After a change, the service analyzes all participants again. All need a key with the permission `admin`.
#'
#' @param survey_id The ID of the survey.
#' @param question_id The ID of the question, as in survey requests.
#' @param question The text of the question.
#' @param references A character vector with answers of chatbots, in English, of at least four words each.
#' @inheritParams byhand_report
#' @return A data frame with one row per reference answer; `byhand_references_remove()` returns nothing.
#' @examples
#' \dontrun{
#' byhand_references_set("spring-2025", "q1", "What do you like about your town?", readLines("chatbots.txt"))
#' byhand_references("spring-2025")
#' byhand_references_remove("spring-2025", "q1")
#' }
#' @export
byhand_references <- function(survey_id, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  references_frame(parsed(send(open_service(url, key), "GET", references_path(survey_id)))$items)
}

#' @rdname byhand_references
#' @export
byhand_references_set <- function(survey_id, question_id, question, references, url = Sys.getenv("BYHAND_URL"),
                                  key = Sys.getenv("BYHAND_KEY")) {
  service <- open_service(url, key)
  path <- references_path(survey_id)
  stored <- Filter(function(one) one$question_id == question_id, parsed(send(service, "GET", path))$items)
  version <- if (length(stored) == 0) 0 else stored[[1]]$version
  given <- list(question_id = question_id, question = question, version = version, references = as.list(references))
  references_frame(list(parsed(send(service, "PUT", path, body = as_json(given)))))
}

#' @rdname byhand_references
#' @export
byhand_references_remove <- function(survey_id, question_id, url = Sys.getenv("BYHAND_URL"),
                                     key = Sys.getenv("BYHAND_KEY")) {
  send(open_service(url, key), "DELETE", references_path(survey_id), list(question_id = question_id))
  invisible(NULL)
}

references_path <- function(survey_id) paste0("/v1/surveys/", escaped(survey_id), "/references")

references_frame <- function(items) {
  count <- vapply(items, function(one) length(one$references), 0L)
  each <- function(name) rep(vapply(items, function(one) as.character(one[[name]]), ""), count)
  inner <- function(name) {
    as.character(unlist(lapply(items, function(one) vapply(one$references, function(reference) reference[[name]], ""))))
  }
  data.frame(question_id = each("question_id"), question = each("question"), id = inner("id"), text = inner("text"))
}

#' Write the methods section of a paper
#'
#' `byhand_methods()` returns a paragraph with the checks, versions, measured error rates and removed participants, and
#' the counts behind it. `byhand_exclusions()` returns the exclusion table. Both need a key with the permission `admin`.
#'
#' @param survey_id The ID of the survey.
#' @param low_effort_threshold Describes the results at this threshold, 0 to 10.
#' @inheritParams byhand_report
#' @return A list with the paragraph in `text`; a data frame with one row per check.
#' @examples
#' \dontrun{
#' cat(byhand_methods("spring-2025")$text)
#' byhand_exclusions("spring-2025")
#' }
#' @export
byhand_methods <- function(survey_id, low_effort_threshold = NULL, url = Sys.getenv("BYHAND_URL"),
                           key = Sys.getenv("BYHAND_KEY")) {
  parsed(read_methods(open_service(url, key), survey_id, "json", low_effort_threshold))
}

#' @rdname byhand_methods
#' @export
byhand_exclusions <- function(survey_id, low_effort_threshold = NULL, url = Sys.getenv("BYHAND_URL"),
                              key = Sys.getenv("BYHAND_KEY")) {
  answer <- read_methods(open_service(url, key), survey_id, "csv", low_effort_threshold)
  utils::read.csv(text = httr2::resp_body_string(answer))
}

read_methods <- function(service, survey_id, format, threshold) {
  path <- paste0("/v1/surveys/", escaped(survey_id), "/methods")
  send(service, "GET", path, list(format = format, low_effort_threshold = threshold), extra_s = 120)
}

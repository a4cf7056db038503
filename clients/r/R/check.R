#' Check the survey responses in a data frame
#'
#' Sends the answers of each row to a service, and returns the data frame with columns for the results:
#' `byhand_verdict` (`keep`, `review` or `remove`), `byhand_severity`, `byhand_reasons`, `byhand_flagged`,
#' `byhand_num_checks_failed`, `byhand_error`, `byhand_warning`, `byhand_typing_url`, `byhand_analyzed_at` and, for each
#' question, `byhand_q1_checks`, `byhand_q1_effort` and `byhand_q1_group`: `q1` is the first of `questions`, or of the
#' columns with answers. The attribute `label` of each of these columns contains the question.
#'
#' Rows are sent in order, because the first of two similar answers counts as the original. Two rows with the
#' same participant ID are two responses. A row without answers is not analyzed: its results are `NA`, and
#' `byhand_warning` says so. If the service rejects an argument, such as `low_effort_threshold`, the first row stops with
#' an error.
#'
#' @param data A data frame, or the path of a CSV file in UTF-8.
#' @param survey_id The ID of the survey. By default, the column `survey_id`, else the name of the file.
#' @param questions The columns with answers: a vector of the questions as participants saw them, named by column.
#'   Without names, the elements are columns whose names are the questions. By default, the service chooses the
#'   columns, which needs a key with the permissions `survey` and `admin`.
#' @param participant The column with participant IDs. By default `participant_id`, else rows are numbered.
#' @param histories Columns with typing histories as JSON, named by the column with answers.
#' @param session,fingerprint Columns with session IDs and device IDs.
#' @param question_types A vector of question types (`open`, `name`, `brand`, `number` or `list`), named by column.
#' @param disabled_checks Names of checks to disable.
#' @param low_effort_threshold Answers rated at or below it fail the check `Low-effort`; 0 to 10.
#' @param resume A file for the progress. If the run stops, run it again with the same file: it continues after the last
#'   finished row. A finished run deletes it.
#' @param progress Whether to show a progress bar.
#' @param on_unavailable If the service does not respond: `"stop"` stops with an error; `"unknown"` gives the remaining
#'   rows the verdict `unknown`.
#' @param retries Further attempts for each row, once the service has responded; at most 2 before.
#' @inheritParams byhand_report
#' @return The data frame with the same rows and additional columns.
#' @examples
#' \dontrun{
#' answers <- read.csv("answers.csv")
#' checked <- byhand_check(answers, "spring-2025", c(like = "What do you like about your town?"))
#' clean <- subset(checked, byhand_verdict == "keep")
#' }
#' @export
byhand_check <- function(data, survey_id = NULL, questions = NULL, participant = NULL, histories = NULL,
                         session = NULL, fingerprint = NULL, question_types = NULL, disabled_checks = NULL,
                         low_effort_threshold = 0, resume = NULL, progress = interactive(),
                         on_unavailable = c("stop", "unknown"), retries = 8,
                         url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  on_unavailable <- match.arg(on_unavailable)
  # A long run waits for an overloaded service instead of failing.
  service <- open_service(url, key, retries = retries, longest_wait = 60)
  file_name <- NULL
  if (is.character(data) && length(data) == 1) {
    file_name <- tools::file_path_sans_ext(basename(data))
    data <- utils::read.csv(data, check.names = FALSE, colClasses = "character", fileEncoding = "UTF-8-BOM")
  }
  if (!is.data.frame(data)) stop("data must be a data frame, or the path of a CSV file", call. = FALSE)
  plan <- plan_columns(service, data, questions, participant)
  for (name in c(histories, session, fingerprint)) known_column(data, name)
  unknown <- setdiff(c(names(question_types), names(histories)), names(plan$questions))
  if (length(unknown) > 0) stop(unknown[1], " is not among the questions", call. = FALSE)
  if (is.null(survey_id) && !"survey_id" %in% names(data)) survey_id <- file_name
  if (is.null(survey_id) && !"survey_id" %in% names(data)) {
    stop("survey_id is missing: it separates this survey from others", call. = FALSE)
  }
  extra <- list(
    question_types = if (length(question_types) > 0) as.list(question_types),
    disabled_checks = if (length(disabled_checks) > 0) as.list(disabled_checks),
    low_effort_threshold = if (low_effort_threshold != 0) low_effort_threshold
  )
  requests <- row_requests(data, plan, survey_id, Filter(Negate(is.null), extra), histories, session, fingerprint)
  outcomes <- send_rows(service, requests, open_journal(resume, service$url), progress, on_unavailable)
  add_results(data, plan, outcomes)
}

# How the columns are used.
plan_columns <- function(service, data, questions, participant) {
  if (is.null(participant) && "participant_id" %in% names(data)) participant <- "participant_id"
  if (!is.null(participant)) known_column(data, participant)
  if (is.null(questions)) return(detect_columns(service, data, participant))
  if (length(questions) == 0) stop("questions must name at least one column", call. = FALSE)
  if (is.null(names(questions))) names(questions) <- questions
  for (name in names(questions)) known_column(data, name)
  list(questions = unlist(questions), participant = participant, header_rows = 0)
}

detect_columns <- function(service, data, participant) {
  lines <- utils::capture.output(
    utils::write.csv(utils::head(data, 2000), row.names = FALSE, na = "", fileEncoding = "UTF-8")
  )
  sample <- enc2utf8(paste0(lines, "\n", collapse = ""))
  found <- tryCatch(
    parsed(send(
      service, "POST", "/v1/survey-jobs/inspect", list(name = "frame.csv", encoding = "utf-8"),
      sample, "text/csv", extra_s = 120
    )),
    byhand_error = function(error) {
      if (!identical(error$problem$code, "wrong_scope")) stop(error)
      stop(
        "Name the answer columns in the argument questions. ",
        "To let the service choose them, use a key with the permissions survey and admin",
        call. = FALSE
      )
    }
  )
  uses <- vapply(found$columns, function(column) column$use, "")
  texts <- vapply(found$columns, function(column) column$text, "")
  if (!any(uses == "question")) {
    stop("No column looks like answers to an open-ended question. Name the columns in the argument questions", call. = FALSE)
  }
  questions <- texts[uses == "question"]
  names(questions) <- names(data)[uses == "question"]
  if (is.null(participant) && any(uses == "participant")) participant <- names(data)[uses == "participant"][1]
  list(questions = questions, participant = participant, header_rows = found$header_rows - 1)
}

# The request of each row; NULL for a row without answers.
row_requests <- function(data, plan, survey_id, extra, histories, session, fingerprint) {
  cell <- function(name, row) {
    value <- as.character(data[[name]][row])
    if (is.na(value)) "" else value
  }
  seen <- character()
  requests <- vector("list", nrow(data))
  for (row in seq_len(nrow(data))) {
    given <- if (is.null(plan$participant)) "" else trimws(cell(plan$participant, row))
    id <- if (nzchar(given)) given else paste("row", row)
    # Two rows of one participant are two responses: a row never replaces another row.
    if (id %in% seen) id <- paste0(id, " (row ", row, ")")
    seen <- c(seen, id)
    responses <- vapply(names(plan$questions), cell, "", row = row)
    if (row <= plan$header_rows || !any(nzchar(trimws(responses)))) next
    request <- list(
      survey_id = if (is.null(survey_id)) cell("survey_id", row) else survey_id,
      participant_id = id,
      questions = as.list(plan$questions),
      responses = as.list(responses)
    )
    sent <- vapply(histories, cell, "", row = row)
    sent <- sent[nzchar(sent)]
    if (length(sent) > 0) request$question_histories <- as.list(sent)
    ids <- c(session_id = session, fingerprint_id = fingerprint)
    for (name in names(ids)) if (nzchar(cell(ids[[name]], row))) request[[name]] <- cell(ids[[name]], row)
    requests[[row]] <- c(request, extra)
  }
  requests
}

send_rows <- function(service, requests, journal, progress, on_unavailable) {
  count <- length(requests)
  bar <- if (progress && count > 0) utils::txtProgressBar(max = count, style = 3)
  if (!is.null(bar)) on.exit(close(bar))
  is_reachable <- TRUE
  outcomes <- vector("list", count)
  for (row in seq_len(count)) {
    request <- requests[[row]]
    if (!is.null(request)) {
      outcome <- journal$find(request)
      if (is.null(outcome) && is_reachable) {
        outcome <- tryCatch(send_row(service, request), byhand_unavailable = function(error) {
          if (on_unavailable == "unknown") return(NULL)
          error$message <- sub("\\.$", paste0(" (", row - 1, " of ", count, " rows are done)."), error$message)
          stop(error)
        })
        if (is.null(outcome)) is_reachable <- FALSE else journal$add(request, outcome)
      }
      outcomes[[row]] <- if (is.null(outcome)) unanswered else outcome
    }
    if (!is.null(bar)) utils::setTxtProgressBar(bar, row)
  }
  if (is_reachable) journal$finish()
  outcomes
}

unanswered <- list(error = TRUE, warning = "The service did not respond.", verdict = "unknown")

# All rows have the same, so an error in one of them is an error in an argument.
same_for_all <- c("questions", "question_types", "disabled_checks", "low_effort_threshold")

send_row <- function(service, request) {
  result <- tryCatch(check_survey(service, request), byhand_error = function(error) {
    if (!error$status %in% c(400L, 413L)) stop(error)
    for (fault in error$problem$errors) {
      name <- strsplit(fault$pointer, "/", fixed = TRUE)[[1]][2]
      if (name %in% same_for_all) stop(name, " is not valid: ", fault$pointer, " ", fault$detail, call. = FALSE)
    }
    list(error = TRUE, warning = conditionMessage(error))
  })
  result$explanation <- NULL
  result
}

add_results <- function(data, plan, outcomes) {
  rows <- seq_along(outcomes)
  column <- function(empty, read) {
    vapply(outcomes, function(outcome) {
      value <- if (is.null(outcome)) NULL else read(outcome)
      if (is.null(value)) empty else cast(value, empty)
    }, empty)
  }
  cast <- function(value, like) if (is.integer(like)) as.integer(value) else value
  joined <- function(parts, by) if (!is.null(parts)) paste(unlist(parts), collapse = by)
  data$byhand_flagged <- column(NA, function(one) one$flagged)
  data$byhand_num_checks_failed <- column(NA_integer_, function(one) one$num_checks_failed)
  data$byhand_error <- column(NA, function(one) one$error)
  data$byhand_warning <- column(NA_character_, function(one) one$warning)
  is_skipped <- vapply(outcomes, is.null, NA) & rows > plan$header_rows
  data$byhand_warning[is_skipped] <- "Not analyzed: the row has no answers."
  data$byhand_typing_url <- column(NA_character_, function(one) one$typing_url)
  data$byhand_verdict <- column(NA_character_, function(one) one$verdict)
  data$byhand_severity <- column(NA_real_, function(one) as.numeric(one$severity %||% NA))
  data$byhand_reasons <- column(NA_character_, function(one) joined(one$reasons, " | "))
  data$byhand_analyzed_at <- column(NA_character_, function(one) iso_time(one$analyzed_at))
  for (number in seq_along(plan$questions)) {
    id <- names(plan$questions)[number]
    add <- function(name, content, values) {
      # View() shows it, and haven writes it to SPSS and Stata files.
      attr(values, "label") <- paste0(content, ": ", plan$questions[[number]])
      data[[paste0("byhand_q", number, "_", name)]] <<- values
    }
    add("checks", "Failed checks", column(NA_character_, function(one) joined(one$checks[[id]], "; ")))
    add("effort", "Effort", column(NA_integer_, function(one) one$effort_ratings[[id]]))
    add("group", "Group of similar answers", column(NA_integer_, function(one) one$response_groups[[id]]))
  }
  data
}

iso_time <- function(ms) {
  if (is.null(ms)) return(NULL)
  second <- as.POSIXct(ms %/% 1000, origin = "1970-01-01", tz = "UTC")
  sprintf("%s.%03.0fZ", format(second, "%Y-%m-%dT%H:%M:%S"), ms %% 1000)
}

`%||%` <- function(value, other) if (is.null(value)) other else value

known_column <- function(data, name) {
  if (name %in% names(data)) return(invisible())
  stop("There is no column ", name, ". The columns are: ", paste(names(data), collapse = ", "), call. = FALSE)
}

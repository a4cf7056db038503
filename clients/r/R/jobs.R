#' Let the service analyze a file in the background
#'
#' `byhand_job_create()` sends a file. `byhand_job()` reads the state of a job, `byhand_jobs()` that of all jobs.
#' `byhand_job_wait()` waits until a job is done. `byhand_job_summary()` counts its results, and `byhand_job_result()`
#' returns the file with columns for the results. All need a key with the permission `admin`.
#'
#' @param file The path of a CSV, TSV, Excel (.xlsx) or NDJSON file.
#' @param ... Parameters of the API: of `POST /v1/survey-jobs`, such as `survey_id` or `participant_column`; of the result,
#'   `only`, `verdict`, `q` or `low_effort_threshold`.
#' @param job_id The ID of the job.
#' @param timeout Seconds until `byhand_job_wait()` gives up.
#' @inheritParams byhand_report
#' @return The job as a list, with `id`, `state`, `done` and `total`; a list of jobs; the summary as a list; a data frame.
#' @examples
#' \dontrun{
#' job <- byhand_job_create("answers.csv", survey_id = "spring-2025")
#' byhand_job_wait(job$id)
#' checked <- byhand_job_result(job$id)
#' }
#' @export
byhand_job_create <- function(file, ..., url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  content <- readBin(file, "raw", file.size(file))
  # A repetition would create a second job.
  service <- open_service(url, key, retries = 0)
  query <- list(name = basename(file), ...)
  parsed(send(service, "POST", "/v1/survey-jobs", query, content, "application/octet-stream", extra_s = 120))
}

#' @rdname byhand_job_create
#' @export
byhand_job <- function(job_id, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  parsed(send(open_service(url, key), "GET", job_path(job_id)))
}

#' @rdname byhand_job_create
#' @export
byhand_jobs <- function(url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  parsed(send(open_service(url, key), "GET", "/v1/survey-jobs"))$items
}

#' @rdname byhand_job_create
#' @export
byhand_job_wait <- function(job_id, timeout = Inf, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  until <- Sys.time() + timeout
  poll_s <- 0.2
  repeat {
    job <- byhand_job(job_id, url, key)
    if (job$state == "done") return(job)
    if (job$state == "canceled") stop("The survey job was canceled.", call. = FALSE)
    if (job$state == "failed") stop("The survey job failed: ", job$problem, call. = FALSE)
    if (Sys.time() + poll_s > until) {
      stop("The survey job ", job_id, " is not done after ", timeout, " seconds", call. = FALSE)
    }
    Sys.sleep(poll_s)
    poll_s <- min(poll_s * 1.5, 5)
  }
}

#' @rdname byhand_job_create
#' @export
byhand_job_summary <- function(job_id, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  parsed(send(open_service(url, key), "GET", paste0(job_path(job_id), "/summary")))
}

#' @rdname byhand_job_create
#' @export
byhand_job_result <- function(job_id, ..., url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  answer <- send(open_service(url, key), "GET", paste0(job_path(job_id), "/result"), list(...), extra_s = 120)
  text <- sub("^\ufeff", "", httr2::resp_body_string(answer))
  utils::read.csv(text = text, check.names = FALSE, colClasses = "character", encoding = "UTF-8")
}

job_path <- function(job_id) paste0("/v1/survey-jobs/", escaped(job_id))

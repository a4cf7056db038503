# Sends requests with a timeout. Requests that may be repeated are retried, with the schedule of docs/reference/limits.md.

first_wait_s <- 0.2
default_retries <- 2
default_longest_wait_s <- 5
# A user does not notice a shorter delay.
shown_from_s <- 1
retried <- c(408L, 429L, 500L, 502L, 503L, 504L)

send <- function(service, method, path, query = list(), body = NULL, type = "application/json",
                 extra_s = 0) {
  given <- Filter(Negate(is.null), query)
  if (length(given) > 0) {
    pairs <- paste0(names(given), "=", vapply(given, escaped, ""))
    path <- paste0(path, "?", paste(pairs, collapse = "&"))
  }
  request <- httr2::request(paste0(service$url, path))
  request <- httr2::req_method(request, method)
  request <- httr2::req_headers(request, Authorization = paste("Bearer", service$key))
  request <- httr2::req_user_agent(request, "byhand-r")
  request <- httr2::req_timeout(request, service$timeout + extra_s)
  request <- httr2::req_error(request, is_error = function(response) FALSE)
  # A redirect would send the key to another address.
  request <- httr2::req_options(request, followlocation = FALSE)
  if (!is.null(body)) request <- httr2::req_body_raw(request, body, type)

  attempts <- service$retries + 1
  attempt <- 0
  repeat {
    attempt <- attempt + 1
    started <- proc.time()[["elapsed"]]
    longest <- service$longest_wait
    wait <- effects$draw_jitter() * first_wait_s * 4^(attempt - 1)
    response <- tryCatch(effects$perform(request), error = identity)
    if (inherits(response, "error")) {
      failure <- reason_of(response)
      if (!service$state$has_responded) {
        # More likely a wrong URL than an outage.
        attempts <- min(attempts, default_retries + 1)
        longest <- min(longest, default_longest_wait_s)
      }
    } else {
      service$state$has_responded <- TRUE
      status <- httr2::resp_status(response)
      if (status < 300) return(response)
      if (!status %in% retried) stop_for(status, response)
      failure <- paste("status", status)
      wait <- max(wait, retry_after(response))
    }
    if (attempt >= attempts) break
    wait <- min(wait, longest)
    if (proc.time()[["elapsed"]] - started + wait >= shown_from_s) {
      message("Byhand: ", failure, ". Attempt ", attempt + 1, " of ", attempts, " begins in ", round(wait), " s.")
    }
    effects$pause(wait)
  }
  condition <- structure(
    class = c("byhand_unavailable", "error", "condition"),
    list(message = paste0("Byhand at ", service$url, " did not respond: ", failure, "."), call = NULL)
  )
  stop(condition)
}

# Tests replace these.
effects <- new.env(parent = emptyenv())
effects$perform <- function(request) httr2::req_perform(request)
effects$pause <- function(seconds) Sys.sleep(seconds)
effects$draw_jitter <- function() stats::runif(1)

# The last sentence of httr2 and curl names the reason.
reason_of <- function(failure) {
  inner <- if (is.null(failure$parent)) failure else failure$parent
  sub("[.[:space:]]+$", "", conditionMessage(inner))
}

stop_for <- function(status, response) {
  problem <- tryCatch(
    jsonlite::fromJSON(httr2::resp_body_string(response), simplifyVector = FALSE),
    error = function(error) list()
  )
  detail <- problem$detail
  if (is.null(detail)) detail <- paste0("The service responded with status ", status, ".")
  fields <- vapply(problem$errors, function(one) trimws(paste(one$pointer, one$detail)), "")
  if (length(fields) > 0) detail <- paste0(detail, " (", paste(fields, collapse = "; "), ")")
  condition <- structure(
    class = c("byhand_error", "error", "condition"),
    list(message = detail, call = NULL, status = status, problem = problem)
  )
  stop(condition)
}

retry_after <- function(response) {
  seconds <- suppressWarnings(as.numeric(httr2::resp_header(response, "retry-after")))
  if (length(seconds) == 1 && !is.na(seconds)) seconds else 0
}

open_service <- function(url, key, timeout = 10, retries = default_retries, longest_wait = default_longest_wait_s) {
  for (name in c("url", "key")) {
    if (!nzchar(get(name))) {
      stop(name, " is missing: pass it, or set the environment variable BYHAND_", toupper(name), call. = FALSE)
    }
  }
  if (!grepl("^https?://", url)) stop("url must begin with http:// or https://", call. = FALSE)
  state <- new.env(parent = emptyenv())
  state$has_responded <- FALSE
  list(
    url = sub("/+$", "", url), key = key, timeout = timeout, retries = retries, longest_wait = longest_wait,
    state = state
  )
}

escaped <- function(value) utils::URLencode(enc2utf8(as.character(value)), reserved = TRUE)

parsed <- function(response) {
  jsonlite::fromJSON(httr2::resp_body_string(response), simplifyVector = FALSE)
}

as_json <- function(value) {
  enc2utf8(as.character(jsonlite::toJSON(value, auto_unbox = TRUE, na = "null", null = "null", digits = NA)))
}

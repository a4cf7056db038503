#' Manage sessions, webhooks and personal data
#'
#' All need a key with the permission `admin`.
#'
#' `byhand_label()` overrides the recommended action of a session, `byhand_label_remove()` undoes that.
#' `byhand_sessions()` exports all sessions that match the filters, oldest first. `byhand_webhooks()` lists webhooks, and
#' `byhand_webhook_create()` adds one. `byhand_person()` returns all data of a person, and `byhand_erase()` deletes it.
#' `byhand_call()` reaches every other endpoint of the management API.
#'
#' @param session_id The ID of the session.
#' @param label `"person"` or `"bot"`.
#' @param note Your reason.
#' @param ... For `byhand_sessions()`, filters of `GET /v1/exports/sessions`, such as `min_score` or `since`. For
#'   `byhand_person()` and `byhand_erase()`, the person: `user_id`, `session_id`, or `participant_id` with an optional
#'   `survey_id`.
#' @param target The HTTPS URL that receives the events.
#' @param events Names of events, such as `"session.completed"`.
#' @param webhook_id The ID of the webhook.
#' @param method,path The method and the path of an endpoint, such as `"GET"` and `"/v1/settings"`.
#' @param query,body A named list of parameters, and a list that is sent as JSON.
#' @inheritParams byhand_report
#' @return `byhand_sessions()`: a data frame with one row per session. `byhand_webhook_create()`: a list with the webhook
#'   and its `secret`, which the service shows only once. Others: the response as a list.
#' @examples
#' \dontrun{
#' byhand_label("q7Zr0nXkT2mVb4Lw9sYcHg", "bot", note = "paid twice")
#' risky <- byhand_sessions(min_score = 70, since = "2026-11-15")
#' byhand_erase(user_id = "customer-1042")
#' byhand_call("PATCH", "/v1/settings", body = list(monitor_only = TRUE))
#' }
#' @name byhand_manage
NULL

#' @rdname byhand_manage
#' @export
byhand_label <- function(session_id, label, note = NULL, url = Sys.getenv("BYHAND_URL"),
                         key = Sys.getenv("BYHAND_KEY")) {
  body <- list(label = label)
  body$note <- note
  byhand_call("PUT", label_path(session_id), body = body, url = url, key = key)
}

#' @rdname byhand_manage
#' @export
byhand_label_remove <- function(session_id, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  byhand_call("DELETE", label_path(session_id), url = url, key = key)
}

#' @rdname byhand_manage
#' @export
byhand_sessions <- function(..., url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  query <- list(format = "csv", ...)
  answer <- send(open_service(url, key), "GET", "/v1/exports/sessions", query, extra_s = 600)
  utils::read.csv(text = sub("^\ufeff", "", httr2::resp_body_string(answer)), check.names = FALSE, encoding = "UTF-8")
}

#' @rdname byhand_manage
#' @export
byhand_webhooks <- function(url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  byhand_call("GET", "/v1/webhooks", url = url, key = key)$items
}

#' @rdname byhand_manage
#' @export
byhand_webhook_create <- function(target, events, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  byhand_call("POST", "/v1/webhooks", body = list(url = target, events = as.list(events)), url = url, key = key)
}

#' @rdname byhand_manage
#' @export
byhand_webhook_delete <- function(webhook_id, url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  byhand_call("DELETE", paste0("/v1/webhooks/", escaped(webhook_id)), url = url, key = key)
}

#' @rdname byhand_manage
#' @export
byhand_person <- function(..., url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  parsed(send(open_service(url, key), "POST", "/v1/exports/person", body = as_json(list(...)), extra_s = 120))
}

#' @rdname byhand_manage
#' @export
byhand_erase <- function(..., url = Sys.getenv("BYHAND_URL"), key = Sys.getenv("BYHAND_KEY")) {
  # A second request erases nothing and succeeds, so a retry is safe.
  parsed(send(open_service(url, key), "POST", "/v1/erasures", body = as_json(list(...)), extra_s = 120))
}

#' @rdname byhand_manage
#' @export
byhand_call <- function(method, path, query = list(), body = NULL, url = Sys.getenv("BYHAND_URL"),
                        key = Sys.getenv("BYHAND_KEY")) {
  # A repetition of the others would change something twice.
  retries <- if (method %in% c("GET", "PUT")) default_retries else 0
  service <- open_service(url, key, retries = retries)
  parsed(send(service, method, path, query, if (!is.null(body)) as_json(body)))
}

label_path <- function(session_id) paste0("/v1/sessions/", escaped(session_id), "/label")

#' Verify a webhook
#'
#' For a plumber or Shiny server that receives events of the service.
#'
#' @param body The body as received, before it is parsed: a string, or a raw vector.
#' @param headers The headers of the request: a list or vector, named by header.
#' @param secret The secret of the webhook, `whsec_...`.
#' @param now The current time.
#' @return The event as a list, with `type`, `timestamp` and `data`. An error if the signature is missing, wrong or too
#'   old.
#' @examples
#' \dontrun{
#' event <- byhand_verify_webhook(req$postBody, req$HEADERS, Sys.getenv("WEBHOOK_SECRET"))
#' }
#' @export
byhand_verify_webhook <- function(body, headers, secret, now = Sys.time()) {
  given <- stats::setNames(vapply(headers, as.character, ""), tolower(names(headers)))
  header <- function(name) if (name %in% names(given)) given[[name]] else ""
  id <- header("webhook-id")
  timestamp <- header("webhook-timestamp")
  if (!nzchar(id) || !grepl("^[0-9]{1,15}$", timestamp)) stop_webhook("The webhook headers are missing.")
  if (abs(as.numeric(now) - as.numeric(timestamp)) > 300) {
    stop_webhook("The webhook timestamp is too old or in the future.")
  }
  content <- if (is.raw(body)) body else charToRaw(enc2utf8(body))
  key <- openssl::base64_decode(sub("^whsec_", "", secret))
  # Anyone can sign with an empty key.
  if (length(key) == 0) stop_webhook("The webhook secret is empty.")
  signed <- c(charToRaw(paste0(id, ".", timestamp, ".")), content)
  expected <- paste0("v1,", openssl::base64_encode(unclass(openssl::sha256(signed, key = key))))
  signatures <- strsplit(header("webhook-signature"), " ", fixed = TRUE)[[1]]
  if (!any(vapply(signatures, is_same, NA, expected))) stop_webhook("The webhook signature is wrong.")
  jsonlite::fromJSON(rawToChar(content), simplifyVector = FALSE)
}

# Takes the same time wherever the first difference is.
is_same <- function(given, expected) {
  a <- charToRaw(given)
  b <- charToRaw(expected)
  length(a) == length(b) && sum(as.integer(xor(a, b))) == 0
}

stop_webhook <- function(message) {
  stop(structure(class = c("byhand_webhook_error", "error", "condition"), list(message = message, call = NULL)))
}

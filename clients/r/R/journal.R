# The progress of a run in a file, so that a later run continues after the last finished row.

journal_head <- '{"byhand_progress":1}'

open_journal <- function(path, url) {
  known <- new.env(parent = emptyenv())
  digest <- function(request) {
    file <- tempfile()
    on.exit(unlink(file))
    writeLines(paste(url, as_json(request)), file, useBytes = TRUE)
    unname(tools::md5sum(file))
  }
  if (!is.null(path) && file.exists(path)) {
    # An interrupted write leaves an incomplete last line.
    text <- readChar(path, file.size(path), useBytes = TRUE)
    lines <- strsplit(sub("[^\n]*$", "", text), "\n", fixed = TRUE)[[1]]
    if (nzchar(text) && !identical(lines[1], journal_head)) {
      stop(path, " is not a progress file of Byhand. Choose another path for the argument resume", call. = FALSE)
    }
    for (line in lines[-1]) {
      entry <- jsonlite::fromJSON(line, simplifyVector = FALSE)
      assign(entry$request, entry$outcome, known)
    }
    writeLines(c(journal_head, lines[-1]), path, useBytes = TRUE)
  } else if (!is.null(path)) {
    writeLines(journal_head, path)
  }
  list(
    find = function(request) if (!is.null(path)) get0(digest(request), known, inherits = FALSE),
    add = function(request, outcome) {
      if (is.null(path)) return(invisible())
      line <- as_json(list(request = digest(request), outcome = outcome))
      cat(line, "\n", file = path, sep = "", append = TRUE)
    },
    # A finished run needs no progress, and a stale one would hide later results.
    finish = function() if (!is.null(path)) unlink(path)
  )
}

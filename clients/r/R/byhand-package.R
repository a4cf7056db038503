#' Check survey responses and web sessions with Byhand
#'
#' Start with [byhand_check()]. The vignette `clean-data` goes from an export to a clean data set.
#'
#' @name byhand-package
"_PACKAGE"

library(testthat)
library(byhand)

test_check("byhand")

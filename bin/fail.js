'use strict'
/** Ends the program with one sentence. */
function fail(sentence) {
  process.stderr.write(`byhand: ${sentence}\n`)
  process.exit(1)
}

module.exports = { fail }

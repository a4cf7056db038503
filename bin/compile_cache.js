'use strict'
/** Where Node keeps compiled code for the next start. If the folder is not writable, Node compiles at every start. */
const { join } = require('path')

module.exports = { COMPILE_CACHE: join(__dirname, '../node_modules/.cache/byhand') }

'use strict'
/** Ends the program with one sentence if the installation cannot work. */
const { existsSync, readFileSync } = require('fs')
const { dirname, join } = require('path')
const { fail } = require('./fail.js')

/** Where better-sqlite3 looks for its binary. */
const BINARIES = [
  `prebuilds/${process.platform}-${process.arch}.node`,
  `prebuilds/linuxmusl-${process.arch}.node`,
  'build/Release/better_sqlite3.node',
]

function checkInstallation() {
  const { dependencies } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'))
  const missing = Object.keys(dependencies).filter((name) => !isInstalled(name))
  if (missing.length > 0) {
    const command = existsSync(join(__dirname, '../src')) ? 'npm ci' : 'npm install'
    fail(`the installation is incomplete: ${missing.join(', ')} cannot be found. Run ${command} again.`)
  }
  const sqlite = dirname(require.resolve('better-sqlite3/package.json'))
  if (!BINARIES.some((file) => existsSync(join(sqlite, file))))
    fail(
      `better-sqlite3 has no binary for ${process.platform} on ${process.arch}, so Byhand does not run here.`,
    )
}

function isInstalled(name) {
  try {
    require.resolve(name)
    return true
  } catch (error) {
    // Packages without an entry for `require` have another code.
    return error.code !== 'MODULE_NOT_FOUND'
  }
}

module.exports = { checkInstallation }

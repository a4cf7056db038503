'use strict'
/** Ends the program with one sentence if the installation cannot work. */
const { existsSync, readFileSync } = require('fs')
const { dirname, join } = require('path')
const { fail } = require('./fail.js')

const ROOT = join(__dirname, '..')

/** In a checkout, npm lists here what it installed, development packages included. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json')

/** Where better-sqlite3 looks for its binary. */
const BINARIES = [
  `prebuilds/${process.platform}-${process.arch}.node`,
  `prebuilds/linuxmusl-${process.arch}.node`,
  'build/Release/better_sqlite3.node',
]

function checkInstallation() {
  const missing = existsSync(INSTALLED) ? missingFromList() : missingFrom(ROOT, new Set())
  if (missing.length > 0) {
    const command = existsSync(join(ROOT, 'src')) ? 'npm ci' : 'npm install'
    const others = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
    fail(
      `the installation is incomplete: ${missing.slice(0, 3).join(', ')}${others} cannot be found. Run ${command} again.`,
    )
  }
  const sqlite = folderOf('better-sqlite3', ROOT)
  if (!BINARIES.some((file) => existsSync(join(sqlite, file))))
    fail(
      `better-sqlite3 has no binary for ${process.platform} on ${process.arch}, so Byhand does not run here.`,
    )
}

function missingFromList() {
  return Object.keys(readJson(INSTALLED).packages)
    .filter((path) => !existsSync(join(ROOT, path, 'package.json')))
    .map((path) => path.replace(/^.*node_modules\//, ''))
}

/** Follows the dependencies of a package, wherever npm has put them. */
function missingFrom(folder, visited) {
  const missing = []
  for (const name of Object.keys(readJson(join(folder, 'package.json')).dependencies || {})) {
    const found = folderOf(name, folder)
    if (visited.has(found || name)) continue
    visited.add(found || name)
    missing.push(...(found === undefined ? [name] : missingFrom(found, visited)))
  }
  return missing
}

function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === dirname(folder)) return undefined
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

module.exports = { checkInstallation }

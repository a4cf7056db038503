'use strict'
/** Finds a Node that can run Byhand. Written for Node 12, so that an old Node prints a sentence, not a syntax error. */
const { existsSync } = require('fs')
const { dirname, join } = require('path')
const { fail } = require('./fail.js')

/** As in package.json. Node 22.18 is the first one that runs TypeScript without a flag. */
const NEEDED = [22, 18]

const isWindows = process.platform === 'win32'

/** The package that contains a Node binary for this platform. */
const packageName = `node-${isWindows ? 'win' : process.platform}-${process.arch}`

const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])

/** The path of this Node if it is new enough, else of the packaged one, else undefined. */
function findNode() {
  return isNewEnough ? process.execPath : findPackagedNode()
}

function findPackagedNode() {
  try {
    const folder = dirname(require.resolve(`${packageName}/package.json`))
    const binary = join(folder, 'bin', isWindows ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : undefined
  } catch (_) {
    return undefined
  }
}

/** Prints what to install and exits. */
function failWithoutNode(problem) {
  fail(
    `${problem || `this is Node ${process.versions.node}`}, and Byhand needs Node ${NEEDED.join('.')} or later. ` +
      `Install it from nodejs.org${canBePackaged() ? ', or run npm ci without --omit=optional to get it as a package' : ''}.`,
  )
}

/** Only a checkout has the packages, and only for the platforms that tools/node/package.json lists. */
function canBePackaged() {
  return (
    existsSync(join(__dirname, '../tools/node/package.json')) &&
    process.platform === 'linux' &&
    (process.arch === 'x64' || process.arch === 'arm64')
  )
}

module.exports = { failWithoutNode, findNode, isNewEnough }

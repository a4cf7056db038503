'use strict'
/** Finds a Node that can run Byhand. Written for Node 12, so that an old Node prints a sentence, not a syntax error. */
const { existsSync } = require('fs')
const { dirname, join } = require('path')

/** Zstandard with a dictionary, for stored blobs. */
const NEEDED = '24.6'

const isWindows = process.platform === 'win32'

/** The optional dependency that carries a Node binary for this platform. */
const packageName = `node-${isWindows ? 'win' : process.platform}-${process.arch}`

const isNewEnough = isAtLeast(process.versions.node, NEEDED)

function isAtLeast(version, needed) {
  const [major, minor] = version.split('.').map(Number)
  const [neededMajor, neededMinor] = needed.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

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
    `${problem || `this is Node ${process.versions.node}`}, and Byhand needs Node ${NEEDED} or later. ` +
      `Install it from nodejs.org${canBePackaged() ? ', or run npm ci without --omit=optional to get it as a package' : ''}.`,
  )
}

/** The platforms that package.json lists under optionalDependencies. */
function canBePackaged() {
  return process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64')
}

function fail(sentence) {
  process.stderr.write(`byhand: ${sentence}\n`)
  process.exit(1)
}

module.exports = { failWithoutNode, findNode, isNewEnough }

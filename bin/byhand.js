#!/usr/bin/env node
'use strict'
/**
 * Starts the command on Node 24 or later: this Node, or the one that came with the package. Written for Node 12, so
 * that an old one gets a sentence instead of a syntax error.
 */
const { spawn } = require('child_process')
const { existsSync } = require('fs')
const { dirname, join } = require('path')
const { pathToFileURL } = require('url')

const NEEDED = 24
/** MiB of short-lived memory before it is tidied up: by default twice as much, for little less work. */
const YOUNG = '--max-semi-space-size=16'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']

const root = join(__dirname, '..')
const source = join(root, 'src', 'cli', 'main.ts')
/** A checkout runs its source; an installed package runs what was compiled, since Node strips no types there. */
const main = existsSync(source) ? source : join(root, 'dist', 'cli', 'main.js')

/** The binary in the optional dependency for this machine, if it was installed. */
function findPackedNode() {
  const windows = process.platform === 'win32'
  try {
    const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
    const binary = join(
      dirname(require.resolve(`${name}/package.json`)),
      'bin',
      windows ? 'node.exe' : 'node',
    )
    return existsSync(binary) ? binary : undefined
  } catch (_) {
    return undefined
  }
}

function runWith(node) {
  const child = spawn(node, [YOUNG, main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // One pool of memory for all threads: an eighth less resident than with one each.
    env: { MALLOC_ARENA_MAX: '1', ...process.env },
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Node at ${node} could not be started: ${error.message}.`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    // Die of the same signal, so that whoever waits sees the same end.
    for (const name of SIGNALS) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

function fail(sentence) {
  process.stderr.write(`byhand: ${sentence}\n`)
  process.exit(1)
}

const packed = findPackedNode()
if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  import(pathToFileURL(main).href)
} else if (packed !== undefined) {
  runWith(packed)
} else {
  fail(
    `Node ${NEEDED} or later is needed, and this is ${process.versions.node}. Install it from nodejs.org, or reinstall without --omit=optional to get one with the package.`,
  )
}

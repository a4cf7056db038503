'use strict'
/**
 * `node bin/launch.js [--node-flag …] script.ts [argument …]` runs a script on a Node that can run Byhand, whichever
 * Node runs this file.
 */
const { spawn } = require('child_process')
const { delimiter, dirname } = require('path')
const { COMPILE_CACHE } = require('./compile_cache.js')
const { failWithoutNode, findNode } = require('./current_node.js')
const { checkInstallation } = require('./installation.js')

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']

/** Runs `node words…` in place of this process where Node can do that, else as a child with the same signals and status. */
function launch(words) {
  const node = findNode()
  if (node === undefined) return failWithoutNode()
  checkInstallation()
  const env = {
    // One malloc arena for all threads uses an eighth less memory than one arena each.
    MALLOC_ARENA_MAX: '1',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...process.env,
    // Scripts that start `node` by name get the same one.
    PATH: `${dirname(node)}${delimiter}${process.env.PATH || ''}`,
  }
  // Only for this very binary: a packaged one may not run here, and a failed execve aborts.
  if (node === process.execPath && process.execve) process.execve(node, [node, ...words], env)
  const child = spawn(node, words, { stdio: 'inherit', env })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => failWithoutNode(`the Node at ${node} does not run here (${error.code})`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    // End by the same signal, so that the parent process sees the same status.
    for (const name of SIGNALS) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

module.exports = { launch }

if (require.main === module) launch(process.argv.slice(2))

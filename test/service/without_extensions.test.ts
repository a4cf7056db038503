/** The product without one of its extensions: its types and its build. */
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyTree, EXTENSION_NAMES, removeExtension } from '../setup/without_extension.ts'

const TYPES = ['node_modules/typescript/bin/tsc', '--incremental', '--tsBuildInfoFile', 'dist/types.json']
let copy = ''

async function run(...words: readonly string[]): Promise<void> {
  const options = { cwd: copy, maxBuffer: 2 ** 26 }
  await promisify(execFile)(process.execPath, ['bin/launch.js', ...words], options).catch((error) => {
    throw new Error(`${words.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })
}

beforeAll(() => {
  copy = copyTree()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it.each(EXTENSION_NAMES)('works without %s', async (name) => {
  const putBack = removeExtension(copy, name)
  try {
    await run(...TYPES)
    for (const part of ['scripts', 'server', 'pages', 'docs']) await run('tools/build.ts', part)
  } finally {
    putBack()
  }
})

it('notices an import of an extension that is gone', async () => {
  const putBack = removeExtension(copy, 'methods')
  try {
    await expect(run('-e', "await import('./extensions/methods/service.ts')")).rejects.toThrow('methods')
  } finally {
    putBack()
  }
})

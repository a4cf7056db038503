/** The build rejects a bundle that a browser cannot run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBundle } from '../../tools/check_bundle.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'byhand-bundle-'))
  writeFileSync(
    join(folder, 'index.html'),
    '<div id="root"></div><script type="module" src="main.js"></script>',
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

function check(code: string): Promise<void> {
  writeFileSync(join(folder, 'main.js'), code)
  const hasStarted = () => document.querySelector('#root h1')
  return checkBundle({ folder, base: '/app/', modules: true, hasStarted })
}

const START = "document.querySelector('#root').innerHTML = '<h1>Here</h1>'"

describe('checkBundle', () => {
  it('accepts a page that starts', async () => {
    await check(`export {}; ${START}`)
  })

  it('rejects code that does not parse, with file and reason', async () => {
    await expect(check(`export {}; ${START}; const = 1`)).rejects.toThrow(
      /^a written script does not parse: main\.js: Unexpected token/,
    )
  })

  it('rejects a chunk that does not parse although the page starts without it', async () => {
    writeFileSync(join(folder, 'later.js'), 'export const a = ;')
    await expect(check(`export {}; ${START}`)).rejects.toThrow(/^a written script does not parse: later\.js/)
  })

  it('rejects code that throws when the page starts', async () => {
    await expect(check(`missing(); ${START}`)).rejects.toThrow(
      'the bundle does not start in a browser: missing is not defined',
    )
  })
})

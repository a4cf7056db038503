/** The build rejects scripts that do not parse. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBundle } from '../tools/check_bundle.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'byhand-bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const check = (name: string, code: string) => () => {
  writeFileSync(join(folder, 'main.js'), 'export {}')
  writeFileSync(join(folder, name), code)
  checkBundle(folder, { modules: true })
}

describe('checkBundle', () => {
  it('accepts scripts that parse', () => {
    expect(check('main.js', 'export const a = 1')).not.toThrow()
  })

  it('rejects code that does not parse, with file and reason', () => {
    expect(check('main.js', 'export {}; const = 1')).toThrow(
      /^a written script does not parse: main\.js: Unexpected token/,
    )
  })

  it('rejects each file of a folder', () => {
    expect(check('later.js', 'export const a = ;')).toThrow(/^a written script does not parse: later\.js/)
  })

  it('rejects a folder without a script', () => {
    expect(() => checkBundle(folder, { modules: true })).toThrow('no script was written')
  })
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS } from '../contract/checks.ts'
import { checkDocs, docsUrl } from './docs.ts'
import { texts } from './texts.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const exists = (path: string) => existsSync(join(DOCS, `${path}.md`))

describe('links to the documentation', () => {
  it.each(Object.keys(texts.docs.pages))('%s is a page', (path) => expect(exists(path)).toBe(true))

  it.each([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS])('the check %s has a page', (check) =>
    expect(exists(checkDocs(check))).toBe(true),
  )

  it('have the path of the file', () => {
    expect(exists('how-to/nothing')).toBe(false)
    expect(docsUrl(checkDocs('bot'))).toBe('/docs/reference/checks/bot/')
  })
})

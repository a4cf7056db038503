import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXTENSIONS } from '../../extensions/dashboard.ts'
import { readSetupSteps } from '../cli/init/setup_pages.ts'
import { integrationsWith } from '../dashboard/settings/integrations.ts'
import { fillIn, setupSteps } from './setup_lines.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('a marked code block', () => {
  it('is a step, with the paragraph above it', () => {
    const page =
      '# T\n\nFirst.\n\nAdd `this` to [a page](a.md):\n\n```html setup=html,php\n<p>\n  x\n</p>\n```\n\n```js\nno\n```\n'
    const step = { text: 'Add this to a page.', code: '<p>\n  x\n</p>' }
    expect(setupSteps([page])).toEqual({ html: [step], php: [step] })
  })

  it('may be inside a list', () => {
    const page = '1. One.\n2. Run *it*:\n\n   ```sh setup=a\n   go \\\n     on\n   ```\n3. Three.\n'
    expect(setupSteps([page, page]).a).toEqual(Array(2).fill({ text: 'Run it.', code: 'go \\\n  on' }))
  })
})

describe('the lines of the pages', () => {
  const steps = readSetupSteps()
  const values = {
    url: 'http://host:1',
    script_path: '/s.js',
    module_path: '/s.mjs',
    ingest_path: '/in',
    siteKey: 'bh_pk_1',
    secretKey: 'bh_sk_1',
  }

  it('are those that the dashboard lists', () => {
    const integrations = integrationsWith(EXTENSIONS.flatMap(({ integrations = [] }) => integrations))
    const listed = Object.values(integrations).flatMap((group) => group.map(({ id }) => id))
    expect(Object.keys(steps).toSorted()).toEqual(listed.toSorted())
  })

  it('have no placeholder left, and no secret key for pages', () => {
    const filled = Object.values(steps).flatMap((list) => list.map(({ code }) => fillIn(code, values)))
    expect(filled.join('\n')).not.toMatch(/byhand\.example\.org|bh_[ps]k_…|REPLACE/)
    expect(fillIn("endpoint: 'https://byhand.example.org/i/v1/batch'", values)).toBe(
      "endpoint: 'http://host:1/in'",
    )
    const html = filled.filter((code) => code.includes('<script'))
    expect(html.length).toBeGreaterThan(3)
    expect(html.join('\n')).not.toContain('bh_sk_')
  })

  it('keep a placeholder without a value', () => {
    const { siteKey: _site, secretKey: _secret, ...service } = values
    expect(fillIn('bh_pk_… bh_sk_…', service)).toBe('bh_pk_… bh_sk_…')
  })

  it('have sentences', () => {
    for (const { text } of Object.values(steps).flat()) expect(text).toMatch(/^[A-Z][^\n#|]+\.$/)
  })
})

/** Tests run these files; the pages show parts of them. */
describe('a file of the package', () => {
  const files = {
    php: 'examples/php/index.php',
  }
  /** Every run of spaces and tabs is one space, because the page has less indentation. */
  const plain = (text: string) => text.replaceAll('_REPLACE', '_…').replaceAll(/[ \t]+/g, ' ')

  it.each(Object.entries(files))('contains the lines of the page for %s', (name, file) => {
    const whole = plain(read(file)).replace(' log_outage();\n', '')
    const blocks = (readSetupSteps()[name] ?? []).filter(({ code }) => !/^(<|npx|export)/.test(code))
    expect(blocks.length).toBeGreaterThan(0)
    for (const { code } of blocks) {
      for (const part of plain(code).split('\n\n')) {
        const text = part.replaceAll(/^ /gm, '')
        expect(whole.replaceAll(/^ /gm, '')).toContain(text)
      }
    }
  })
})

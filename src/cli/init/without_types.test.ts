import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { FRAMEWORKS } from './edits.ts'
import { readSetupSteps } from './setup_pages.ts'
import { withoutTypes } from './without_types.ts'

/** The scripts in a block: all of it, or what is between the tags of Vue and Svelte or the fences of Astro. */
const scriptOf = (code: string): string =>
  /^<script[^>]*>\n([\s\S]*?)<\/script>/.exec(code)?.[1] ?? /^---\n([\s\S]*?)---/.exec(code)?.[1] ?? code

const isJavaScript = (code: string): boolean => {
  try {
    parseAst(scriptOf(code), { lang: 'jsx' })
    return true
  } catch {
    return false
  }
}

/** Angular needs TypeScript. */
it('leaves JavaScript of every script on the pages', () => {
  const steps = readSetupSteps()
  const scripts = FRAMEWORKS.filter((name) => name !== 'angular')
    .flatMap((name) => (steps[name] ?? []).map(({ code }) => code))
    .filter((code) => /^(import |export (?!BYHAND)|async |'use |---|<script (setup )?lang)/.test(code))
  expect(scripts.length).toBeGreaterThan(10)
  expect(scripts.filter((code) => !isJavaScript(withoutTypes(code)))).toEqual([])
  // Control: some of them have types.
  expect(scripts.filter((code) => !isJavaScript(code)).length).toBeGreaterThan(3)
})

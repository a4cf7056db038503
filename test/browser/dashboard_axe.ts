/** Accessibility violations of a page, found by axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All violations, each with its first element. */
export async function axeViolations(page: Page): Promise<string[]> {
  // A color in transition has the contrast of neither end.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(SOURCE)
  const { violations } = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] })`,
  )) as AxeResults
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html})`)
}

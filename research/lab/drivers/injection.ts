/** The source text of the script that fills in the form from inside the page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../scenario.ts'

export type How = 'value' | 'keys' | 'command'

export function injection({ targets, answers, scrollPx }: Scenario, how: How): string {
  const source = readFileSync(join(import.meta.dirname, 'injected.js'), 'utf8')
  return `{ ${source}\nanswerPage(${JSON.stringify({ targets, answers, scrollPx, how })}) }`
}

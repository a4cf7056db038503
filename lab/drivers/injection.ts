/** The script that answers a page from inside, as text: for whoever finds a way to run it there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../scenario.ts'

export type How = 'value' | 'keys' | 'command'

export function injection({ targets, answers, scrollPx }: Scenario, how: How): string {
  const source = readFileSync(join(import.meta.dirname, 'injected.js'), 'utf8')
  return `{ ${source}\nanswerPage(${JSON.stringify({ targets, answers, scrollPx, how })}) }`
}

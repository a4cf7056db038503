/** Fills the section Measured of each session check's page. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figures } from './figures.ts'
import { ALL_CHECKS } from './score_recording.ts'
import { writeShare } from './wilson.ts'

const BEGIN = '<!-- written by npm run evaluate -->'
const END = '<!-- end -->'

/** These checks use lists of addresses and are measured against those. */
const MEASURED_ELSEWHERE: ReadonlySet<string> = new Set(['vpn', 'tor'])

export async function writePages(folder: string, figures: Figures): Promise<void> {
  for (const name of ALL_CHECKS.filter((check) => !MEASURED_ELSEWHERE.has(check))) {
    const path = join(folder, `${name}.md`)
    const page = await readFile(path, 'utf8')
    const { people, stacks, controls } = figures.checks[name]
    const lines = [
      'Recordings on which the check was Detected, of those on which it was not Unknown, with 95 % intervals. Neither the model nor the weights were fitted on these recordings. The thresholds of rules were chosen with them in view (see [statistics](../../benchmarks/statistics.md)).',
      '',
      `- people: ${writeShare(people.detected)}; Unknown on ${people.unknown} more`,
      `- automation stacks in a browser: ${writeShare(stacks.detected)}; Unknown on ${stacks.unknown} more`,
      `- controls: ${writeShare(controls.detected)}; Unknown on ${controls.unknown} more`,
    ]
    await writeFile(path, withMeasured(page, lines.join('\n')))
  }
}

export function withMeasured(page: string, text: string): string {
  const part = `${BEGIN}\n\n${text}\n\n${END}`
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from >= 0 && to > from) return page.slice(0, from) + part + page.slice(to + END.length)
  return page.replace(/^## Measured\n/m, `## Measured\n\n${part}\n`)
}

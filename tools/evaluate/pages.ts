/** Fills the section Measured of each session check's page. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckFigures, Figures } from './figures.ts'
import { ALL_CHECKS } from './score_recording.ts'
import { grouped, writeShare } from './wilson.ts'

const BEGIN = '<!-- written by npm run evaluate -->'
const END = '<!-- end -->'

/** These checks use address lists and are measured against those lists. */
const MEASURED_ELSEWHERE: ReadonlySet<string> = new Set(['vpn', 'tor'])

export async function writePages(folder: string, figures: Figures): Promise<void> {
  for (const name of ALL_CHECKS.filter((check) => !MEASURED_ELSEWHERE.has(check))) {
    const path = join(folder, `${name}.md`)
    const page = await readFile(path, 'utf8')
    const { people, stacks, controls } = figures.checks[name]
    const lines = [
      'Detection rate among recordings with a result (`Unknown` excluded), with 95% confidence intervals. No model or weight was fitted on these recordings, but rule thresholds were tuned on them, so the rates may be optimistic. See [statistics](../../benchmarks/statistics.md).',
      '',
      `- people: ${writeDetections(people)}`,
      `- automation tools in a browser: ${writeDetections(stacks)}`,
      `- controls (simulated human input): ${writeDetections(controls)}`,
    ]
    await writeFile(path, withMeasured(page, lines.join('\n')))
  }
}

function writeDetections({ detected, unknown }: CheckFigures): string {
  const share = writeShare(detected)
  if (unknown === 0) return share
  return `${share}; \`Unknown\` for ${detected.of === 0 ? 'all' : 'another'} ${grouped(unknown)}`
}

export function withMeasured(page: string, text: string): string {
  const part = `${BEGIN}\n\n${text}\n\n${END}`
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from >= 0 && to > from) return page.slice(0, from) + part + page.slice(to + END.length)
  return page.replace(/^## Measured\n/m, `## Measured\n\n${part}\n`)
}

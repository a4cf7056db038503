/** The panel report of one provider: a page to print or attach, and a table. */

import { writeGuardedRecord } from '../../src/server/files/csv.ts'
import type { PanelPage, PanelReport, ReportedCheck } from './panel_contract.ts'

const REVIEWED = 'Decision of the researcher after review'

export function panelTable({ removed }: PanelPage): string {
  return [
    ['participant_id', 'checks', 'decision'],
    ...removed.map(({ participant_id, checks, removed_by_reviewer }) => [
      participant_id,
      checks.join('; '),
      removed_by_reviewer ? 'reviewer' : 'computed',
    ]),
  ]
    .map((cells) => writeGuardedRecord(cells, ','))
    .join('')
}

export function panelHtml({ survey_id, program_version }: PanelReport, page: PanelPage): string {
  const { provider, participants, removed, checks } = page
  const isConfirmed = removed.every(({ confirmed }) => confirmed)
  const title = `${isConfirmed ? 'Removed responses' : 'Responses marked for removal'}: ${survey_id}${provider === 'Other' ? '' : `, ${provider}`}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% } tr { break-inside: avoid }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ccc }
td:first-child { overflow-wrap: anywhere }
</style>
<h1>${escaped(title)}</h1>
<p>The researcher analyzed ${counted(participants, 'response')} with Byhand ${escaped(program_version)} and ${removed.length === 0 ? 'removed none' : isConfirmed ? `removed ${removed.length}` : `marked ${removed.length} for removal`}. The table lists measurements of the responses. They say nothing about the intent of a participant, and any check can be wrong.</p>
${removed.length === 0 ? '' : `${removedTable(page)}\n<h2>Checks</h2>\n${checkTable(checks)}`}
</html>
`
}

const removedTable = ({ removed }: PanelPage): string =>
  table(
    ['Participant ID', 'Checks that the response did not pass'],
    removed.map(({ participant_id, checks, removed_by_reviewer }) => [
      participant_id,
      [...checks, ...(removed_by_reviewer ? [REVIEWED] : [])].join('; '),
    ]),
  )

function checkTable(checks: readonly ReportedCheck[]): string {
  const rows = checks.map(({ check, meaning, error_rate: rate }) => [
    check,
    meaning,
    rate === null
      ? 'not measured'
      : `${rate.false_positives} of ${rate.of.toLocaleString('en-US')} ${rate.unit} (95% confidence interval: ${percent(rate.low)} to ${percent(rate.high)})`,
  ])
  if (rows.length === 0) return '<p>No response in this list failed a check.</p>'
  return table(['Check', 'Meaning', 'Responses from real people flagged by mistake'], rows)
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table>\n<tr>${head.map((cell) => `<th>${escaped(cell)}</th>`).join('')}</tr>\n${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
    .join('\n')}\n</table>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
const percent = (share: number): string => `${(100 * share).toFixed(2)}%`
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

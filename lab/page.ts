/** Writes the matrix of the stored recordings into docs/benchmarks/lab.md, between its markers. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shareOf, writeShare } from '../tools/evaluate/wilson.ts'
import { CAUGHT_FROM, FLAGGED_FROM, type Matrix, makeMatrix, type Row, type Total } from './matrix.ts'
import { isUnseen } from './recordings.ts'
import type { ScoredRecording } from './score.ts'

const PAGE = join(import.meta.dirname, '..', 'docs', 'benchmarks', 'lab.md')
const BEGIN = '<!-- matrix: written by npm run lab -- --replay --write -->'
const END = '<!-- end of matrix -->'
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

export function writePage(scored: readonly ScoredRecording[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${PAGE} has no matrix markers`)
  writeFileSync(PAGE, `${page.slice(0, from)}${BEGIN}\n\n${describe(scored)}\n\n${page.slice(to)}`)
}

function describe(scored: readonly ScoredRecording[]): string {
  const matrix = makeMatrix(scored)
  const pages = scored.filter(({ recording }) => recording.page === 'demo').length
  const versions = [
    ...new Set(scored.map(({ recording }) => recording.browser.split('.', 1)[0] ?? '')),
  ].sort()
  const browsers = versions.map((name) => (name === 'unknown' ? 'browsers with another user agent' : name))
  const dates = scored.map(({ recording }) => recording.date).sort()
  return [
    `${scored.length} runs, ${pages} of them on the longer survey page, in ${LIST.format(browsers)}; recorded from ${dates[0]} to ${dates.at(-1)}.`,
    `Detected: automated runs with a score of ${CAUGHT_FROM} or more. Flagged: controls with a score of ${FLAGGED_FROM} or more. Scores leave out context (\`virtual_machine\`, \`software_renderer\`).`,
    '',
    '### By family',
    '',
    totalsOf(matrix, 'bot'),
    '',
    totalsOf(matrix, 'control'),
    '',
    '### By stack',
    '',
    rowsOf(matrix, 'bot'),
    '',
    '### Controls',
    '',
    rowsOf(matrix, 'control'),
    '',
    escaped(scored),
    '',
    '### Unseen stacks',
    '',
    'No threshold and no weight was chosen on these runs, with [one exception](hardened.md#unseen-programs). Shares have 95% confidence intervals (Wilson).',
    '',
    unseenOf(scored, 'bot', 'family'),
    '',
    unseenOf(scored, 'bot', 'stack'),
    '',
    unseenOf(scored, 'control', 'stack'),
  ].join('\n')
}

/** Shares of unseen runs at both thresholds. */
function unseenOf(scored: readonly ScoredRecording[], kind: Row['kind'], by: 'family' | 'stack'): string {
  const runs = scored.filter(({ recording }) => recording.kind === kind && isUnseen(recording))
  const groups = [...Map.groupBy(runs, ({ recording }) => recording[by])].sort()
  const from = (group: readonly ScoredRecording[], least: number) =>
    writeShare(shareOf(group.filter(({ score }) => score >= least).length, group.length))
  return table(
    [kind === 'bot' ? `unseen automation, by ${by}` : 'unseen controls', 'reach 50', 'reach 70'],
    [...groups, ['all', runs] as const].map(([name, group]) => [
      name,
      from(group, FLAGGED_FROM),
      from(group, CAUGHT_FROM),
    ]),
  )
}

function totalsOf({ totals }: Matrix, kind: Total['kind']): string {
  const own = totals.filter((total) => total.kind === kind)
  const head = [
    kind === 'bot' ? 'automation, detected by' : 'controls, flagged by',
    'Byhand',
    'BotD',
    'fpscanner',
  ]
  return table(
    head,
    own.map(({ family, runs, byhand, botd, fpscanner }) => [
      family,
      `${byhand} of ${runs}`,
      `${botd} of ${runs}`,
      `${fpscanner} of ${runs}`,
    ]),
  )
}

function rowsOf({ rows }: Matrix, kind: Row['kind']): string {
  const own = rows.filter((row) => row.kind === kind)
  return table(
    ['stack', 'mode', 'scores', kind === 'bot' ? 'detected' : 'flagged', 'BotD', 'fpscanner', 'checks'],
    own.map((row) => [
      row.stack,
      row.mode,
      row.scores.join(', '),
      `${row.byhand} of ${row.runs}`,
      `${row.botd} of ${row.runs}`,
      `${row.fpscanner} of ${row.runs}`,
      Object.entries(row.detected)
        .map(([name, count]) => (count === row.runs ? name : `${name} (${count})`))
        .join(', '),
    ]),
  )
}

function escaped(scored: readonly ScoredRecording[]): string {
  const missed = scored.filter(({ recording, score }) => recording.kind === 'bot' && score < CAUGHT_FROM)
  if (missed.length === 0) return 'No automated run scored below.'
  return `Below ${CAUGHT_FROM}: ${missed.map(({ recording, score }) => `${recording.name} (${score})`).join(', ')}.`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Writes the results of the stored recordings into docs/benchmarks/tables/lab.json. */
import { join } from 'node:path'
import { type Cell, type Table, writeTables } from '../../tools/tables.ts'
import { CAUGHT_FROM, FLAGGED_FROM, type Matrix, makeMatrix, type Row, type Total } from './matrix.ts'
import { isUnseen } from './recordings.ts'
import type { ScoredRecording } from './score.ts'

const DATA = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'tables', 'lab.json')
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

const SCORED = [`score ${FLAGGED_FROM} or more`, `score ${CAUGHT_FROM} or more`]

export function writePage(scored: readonly ScoredRecording[]): void {
  const matrix = makeMatrix(scored)
  writeTables(DATA, [
    {
      id: 'automation-by-family',
      title: 'Automation, by family',
      note: `${describeRuns(scored)} Detected: a score of ${CAUGHT_FROM} or more, without \`virtual_machine\` and \`software_renderer\`.`,
      intervals: false,
      head: ['family', 'Byhand', 'BotD', 'fpscanner'],
      rows: totalsOf(matrix, 'bot'),
    },
    {
      id: 'automation-by-tool',
      title: 'Automation, by tool',
      note: 'A number after a check: the runs in which it was `Detected`, if not all.',
      intervals: false,
      head: ['tool', 'mode', 'scores', 'detected', 'BotD', 'fpscanner', 'checks'],
      rows: rowsOf(matrix, 'bot'),
    },
    {
      id: 'simulated-people',
      title: 'Simulated people',
      note: `Flagged: a score of ${FLAGGED_FROM} or more.`,
      intervals: false,
      head: ['input', 'mode', 'scores', 'flagged', 'BotD', 'fpscanner', 'checks'],
      rows: [...rowsOf(matrix, 'control'), ...allControls(matrix)],
    },
    missedTable(scored),
    heldOutTable(scored, 'held-out-by-family', 'Held-out automation, by family', 'bot', 'family'),
    heldOutTable(scored, 'held-out-by-tool', 'Held-out automation, by tool', 'bot', 'stack'),
    heldOutTable(scored, 'held-out-people', 'Held-out simulated people', 'control', 'stack'),
  ])
}

function describeRuns(scored: readonly ScoredRecording[]): string {
  const pages = scored.filter(({ recording }) => recording.page === 'demo').length
  const versions = [
    ...new Set(scored.map(({ recording }) => recording.browser.split('.', 1)[0] ?? '')),
  ].sort()
  const browsers = versions.map((name) => (name === 'unknown' ? 'browsers with another user agent' : name))
  const dates = scored.map(({ recording }) => recording.date).sort()
  return `${scored.length} runs, ${pages} of them on the longer survey page, in ${LIST.format(browsers)}; recorded from ${dates[0]} to ${dates.at(-1)}.`
}

/** Shares of held-out runs at both thresholds. */
function heldOutTable(
  scored: readonly ScoredRecording[],
  id: string,
  title: string,
  kind: Row['kind'],
  by: 'family' | 'stack',
): Table {
  const runs = scored.filter(({ recording }) => recording.kind === kind && isUnseen(recording))
  const groups = [...Map.groupBy(runs, ({ recording }) => recording[by])].sort()
  const from = (group: readonly ScoredRecording[], least: number): Cell => [
    group.filter(({ score }) => score >= least).length,
    group.length,
  ]
  return {
    id,
    title,
    head: [by === 'family' ? 'family' : 'tool', ...SCORED],
    rows: [...groups, ['all', runs] as const].map(([name, group]) => [
      name,
      from(group, FLAGGED_FROM),
      from(group, CAUGHT_FROM),
    ]),
  }
}

const totalsOf = ({ totals }: Matrix, kind: Total['kind']): Cell[][] =>
  totals
    .filter((total) => total.kind === kind)
    .map(({ family, runs, byhand, botd, fpscanner }) => [
      family,
      [byhand, runs],
      [botd, runs],
      [fpscanner, runs],
    ])

const allControls = ({ totals }: Matrix): Cell[][] =>
  totals
    .filter(({ kind, family }) => kind === 'control' && family === 'all')
    .map(({ runs, byhand, botd, fpscanner }) => [
      'all',
      null,
      null,
      [byhand, runs],
      [botd, runs],
      [fpscanner, runs],
      null,
    ])

const rowsOf = ({ rows }: Matrix, kind: Row['kind']): Cell[][] =>
  rows
    .filter((row) => row.kind === kind)
    .map((row) => [
      row.stack,
      row.mode,
      row.scores.join(', '),
      [row.byhand, row.runs],
      [row.botd, row.runs],
      [row.fpscanner, row.runs],
      Object.entries(row.detected)
        .map(([name, count]) => (count === row.runs ? name : `${name} (${count})`))
        .join(', '),
    ])

const missedTable = (scored: readonly ScoredRecording[]): Table => ({
  id: 'missed',
  title: `Automation below ${CAUGHT_FROM}`,
  head: ['run', 'score'],
  rows: scored
    .filter(({ recording, score }) => recording.kind === 'bot' && score < CAUGHT_FROM)
    .map(({ recording, score }) => [recording.name, score]),
})

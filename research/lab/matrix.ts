/** A table of all runs: results of Byhand, BotD and fpscanner for each stack. */

import type { Verdict } from './recordings.ts'
import type { ScoredRecording } from './score.ts'

/** Sessions with this score or more are reviewed or rejected. */
export const CAUGHT_FROM = 70
/** Controls must score below this, so that no person is reviewed or rejected because of their input method. */
export const FLAGGED_FROM = 50

export interface Row {
  readonly stack: string
  readonly family: string
  readonly mode: string
  readonly kind: 'bot' | 'control'
  readonly runs: number
  readonly scores: readonly number[]
  /** The mildest action of all runs for a bot, the strictest for a control. */
  readonly action: string
  /** Number of runs in which each check returned `Detected`. */
  readonly detected: Readonly<Record<string, number>>
  /** Number of runs that each detector classifies as a bot. */
  readonly byhand: number
  readonly botd: number
  readonly fpscanner: number
}

export interface Total {
  readonly family: string
  readonly kind: 'bot' | 'control'
  readonly runs: number
  readonly byhand: number
  readonly botd: number
  readonly fpscanner: number
}

export interface Matrix {
  readonly rows: readonly Row[]
  readonly totals: readonly Total[]
}

export function makeMatrix(scored: readonly ScoredRecording[]): Matrix {
  const rows = [...groupBy(scored, ({ recording }) => `${recording.stack} ${recording.mode}`).values()]
    .map(rowOf)
    .sort((a, b) => compare(a.kind, b.kind) || compare(a.family, b.family) || compare(a.stack, b.stack))
  const families = [...groupBy(rows, (row) => `${row.kind} ${row.family}`).values()].map((group) =>
    totalOf(group, group[0]?.family as string),
  )
  const kinds = [...groupBy(rows, (row) => row.kind).values()].map((group) => totalOf(group, 'all'))
  return { rows, totals: [...families, ...kinds] }
}

function rowOf(group: readonly ScoredRecording[]): Row {
  const { stack, family, mode, kind } = (group[0] as ScoredRecording).recording
  const byScore = [...group].sort((a, b) => a.score - b.score)
  const detected: Record<string, number> = {}
  for (const name of group.flatMap((run) => run.detected)) detected[name] = (detected[name] ?? 0) + 1
  const limit = kind === 'bot' ? CAUGHT_FROM : FLAGGED_FROM
  const saysBot = (of: (run: ScoredRecording) => Verdict) =>
    group.filter((run) => of(run).bot === true).length
  return {
    stack,
    family,
    mode,
    kind,
    runs: group.length,
    scores: byScore.map(({ score }) => score),
    action: (byScore.at(kind === 'bot' ? 0 : -1) as ScoredRecording).action,
    detected,
    byhand: group.filter(({ score }) => score >= limit).length,
    botd: saysBot(({ recording }) => recording.verdicts.botd),
    fpscanner: saysBot(({ recording }) => recording.verdicts.fpscanner),
  }
}

function totalOf(rows: readonly Row[], family: string): Total {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    family,
    kind: rows[0]?.kind as Row['kind'],
    runs: sum((row) => row.runs),
    byhand: sum((row) => row.byhand),
    botd: sum((row) => row.botd),
    fpscanner: sum((row) => row.fpscanner),
  }
}

export function renderMatrix({ rows, totals }: Matrix): string {
  const head = ['family', 'stack', 'mode', 'score', 'detected', 'BotD', 'fpscanner', 'action', 'checks']
  const lines = rows.map((row) => [
    row.family,
    row.stack,
    row.mode,
    rangeOf(row.scores),
    `${row.byhand}/${row.runs}`,
    `${row.botd}/${row.runs}`,
    `${row.fpscanner}/${row.runs}`,
    row.action,
    Object.entries(row.detected)
      .map(([name, count]) => (count === row.runs ? name : `${name} ${count}/${row.runs}`))
      .join(', '),
  ])
  const sums = totals.map((total) => [
    total.kind === 'bot' ? `automation: ${total.family}` : `controls: ${total.family}`,
    `${total.byhand}/${total.runs}`,
    `${total.botd}/${total.runs}`,
    `${total.fpscanner}/${total.runs}`,
  ])
  return [
    table([head, ...lines]),
    '',
    `Detected: automation with a score of ${CAUGHT_FROM} or more. Flagged: controls with a score of ${FLAGGED_FROM} or more.`,
    '',
    table([['', 'Byhand', 'BotD', 'fpscanner'], ...sums]),
  ].join('\n')
}

const rangeOf = (scores: readonly number[]): string =>
  scores[0] === scores.at(-1) ? `${scores[0]}` : `${scores[0]}-${scores.at(-1)}`

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

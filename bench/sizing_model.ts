/** From two measured sizes to any size, and from a year's visitors to machines. Pure: what it is told is all it knows. */
import type { Part, Weight } from './sizing_measure.ts'

export interface Point {
  readonly sessions: number
  readonly weight: Weight
}

export interface Line {
  readonly part: Part
  /** Bytes with no session at all, and for each. */
  readonly fixed: number
  readonly each: number
}

/** A straight line through two points, for every table and index. */
export function drawLines(few: Point, many: Point): Line[] {
  return many.weight.parts.map((part) => {
    const before = few.weight.parts.find(({ name }) => name === part.name)?.bytes ?? 0
    const each = (part.bytes - before) / (many.sessions - few.sessions)
    return { part, each, fixed: part.bytes - each * many.sessions }
  })
}

export const bytesAt = (line: Line, sessions: number): number =>
  Math.max(0, line.fixed + line.each * sessions)
export const totalAt = (lines: readonly Line[], sessions: number): number =>
  lines.reduce((sum, line) => sum + bytesAt(line, sessions), 0)

const PAGE_BYTES = 8_192

/** Levels of a tree grow with the logarithm of its leaves; what a page points to is told by the depth measured. */
export function depthAt({ part, ...line }: Line, sessions: number): number {
  const measured = Math.max(1, part.bytes / PAGE_BYTES)
  const wanted = Math.max(1, bytesAt({ part, ...line }, sessions) / PAGE_BYTES)
  // Keys of a few dozen bytes: a page points to some two hundred others.
  const fanOut = 200
  return (part.depth ?? 1) + Math.max(0, Math.ceil(Math.log(wanted / measured) / Math.log(fanOut) - 0.5))
}

export interface Inputs {
  readonly sites: number
  readonly sessions: number
  /** In which they come, evenly but for the hours of the day and days of the week. */
  readonly days: number
  readonly batchesASession: number
  /** Of reports and lists, for each session. */
  readonly readsASession: number
  readonly retentionDays: number
  /** Of the busiest hour against the average one. */
  readonly peak: number
  /** Processor time, measured. */
  readonly cpu: {
    readonly nodeUsABatch: number
    readonly nodeUsARead: number
    readonly nodeUsAScore: number
    readonly databaseUsABatch: number
    readonly databaseUsARead: number
    readonly databaseUsAScore: number
  }
  /** How busy a core may be at the peak. */
  readonly load: number
  readonly coresANode: number
  readonly price: { readonly coreHour: number; readonly gigabyteMonth: number }
}

export interface Outlook {
  readonly sessionsADay: number
  readonly stored: number
  readonly batchesPerSecond: { readonly mean: number; readonly peak: number }
  readonly largestSitePerMinute: number
  readonly bytes: number
  readonly rows: Readonly<Record<string, number>>
  readonly deepest: { readonly index: string; readonly depth: number }
  readonly bytesABucket: number
  readonly nodeCores: number
  readonly nodes: number
  readonly databaseCores: number
  readonly costADay: number
}

const DAY_S = 86_400
const BUCKETS = 64

export function simulate(
  inputs: Inputs,
  lines: readonly Line[],
  measured: Point,
  largestShare: number,
): Outlook {
  const sessionsADay = inputs.sessions / inputs.days
  const stored = Math.min(inputs.sessions, sessionsADay * inputs.retentionDays)
  const mean = (sessionsADay * inputs.batchesASession) / DAY_S
  const perSecond = (each: number) => (sessionsADay * each * inputs.peak) / DAY_S
  const { cpu } = inputs
  const busy = (batch: number, read: number, score: number) =>
    (perSecond(inputs.batchesASession) * batch +
      perSecond(inputs.readsASession) * read +
      perSecond(1) * score) /
    1e6 /
    inputs.load
  const nodeCores = busy(cpu.nodeUsABatch, cpu.nodeUsARead, cpu.nodeUsAScore)
  const databaseCores = busy(cpu.databaseUsABatch, cpu.databaseUsARead, cpu.databaseUsAScore)
  const bytes = totalAt(lines, stored)
  const depths = lines
    .filter(({ part }) => part.isIndex)
    .map((line) => ({ index: line.part.name, depth: depthAt(line, stored) }))
    .sort((a, b) => b.depth - a.depth)
  // One more than needed: any may be lost.
  const nodes = Math.ceil(nodeCores / inputs.coresANode) + 1
  const cores = nodes * inputs.coresANode + Math.ceil(databaseCores)
  return {
    sessionsADay,
    stored,
    batchesPerSecond: { mean, peak: mean * inputs.peak },
    largestSitePerMinute: (largestShare * sessionsADay * inputs.peak) / 1_440,
    bytes,
    rows: Object.fromEntries(
      Object.entries(measured.weight.rows).map(([table, rows]) => [
        table,
        Math.round((rows / measured.sessions) * stored),
      ]),
    ),
    deepest: depths[0] ?? { index: 'none', depth: 0 },
    bytesABucket: bytes / BUCKETS,
    nodeCores,
    nodes,
    databaseCores,
    costADay: cores * 24 * inputs.price.coreHour + ((bytes / 1e9) * inputs.price.gigabyteMonth) / 30,
  }
}

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

/**
 * Pages that one page of a tree points to: 200 leaves had one page above them, 490 had two. Chosen to fit depths at up
 * to 40,000 sessions; a run of that size does not test it.
 */
const FAN_OUT = 300

/** Levels of one of PostgreSQL's trees: one for its leaves, and one for each time they must be pointed to. */
export function depthAt(line: Line, sessions: number): number {
  const pages = Math.max(1, bytesAt(line, sessions) / PAGE_BYTES)
  return 1 + Math.ceil(Math.log(pages) / Math.log(FAN_OUT))
}

export interface Inputs {
  readonly sites: number
  readonly sessionsADay: number
  readonly batchesASession: number
  /** Of reports and lists, for each session. */
  readonly readsASession: number
  readonly scoresASession: number
  readonly retentionDays: number
  /** Processor time of one of each, measured. */
  readonly nodeUs: Cost
  readonly databaseUs: Cost
  /** How busy a core may be at the peak. */
  readonly load: number
  readonly coresANode: number
  readonly price: { readonly coreHour: number; readonly gigabyteMonth: number }
}

export interface Cost {
  readonly batch: number
  readonly read: number
  readonly score: number
}

export interface Outlook {
  readonly stored: number
  readonly batchesPerSecondAtPeak: number
  readonly bytes: number
  readonly rows: number
  readonly deepest: { readonly index: string; readonly depth: number }
  readonly bytesABucket: number
  readonly nodeCores: number
  readonly nodes: number
  readonly databaseCores: number
  readonly costADay: number
}

const BUCKETS = 64

/** `peakPerMinute`: sessions that begin in the busiest minute. */
export function outlookOf(
  inputs: Inputs,
  peakPerMinute: number,
  lines: readonly Line[],
  rowsASession: number,
): Outlook {
  const {
    sessionsADay,
    batchesASession,
    readsASession,
    scoresASession,
    retentionDays,
    load,
    coresANode,
    price,
  } = inputs
  const stored = sessionsADay * retentionDays
  const perSecond = peakPerMinute / 60
  const busy = ({ batch, read, score }: Cost) =>
    (perSecond * (batchesASession * batch + readsASession * read + scoresASession * score)) / 1e6 / load
  const nodeCores = busy(inputs.nodeUs)
  const databaseCores = busy(inputs.databaseUs)
  const bytes = totalAt(lines, stored)
  const depths = lines
    .filter(({ part }) => part.isIndex)
    .map((line) => ({ index: line.part.name, depth: depthAt(line, stored) }))
    .sort((a, b) => b.depth - a.depth)
  // One more than needed: any may be lost.
  const nodes = Math.ceil(nodeCores / coresANode) + 1
  const cores = nodes * coresANode + Math.ceil(databaseCores)
  return {
    stored,
    batchesPerSecondAtPeak: perSecond * batchesASession,
    bytes,
    rows: rowsASession * stored,
    deepest: depths[0] ?? { index: 'none', depth: 0 },
    bytesABucket: bytes / BUCKETS,
    nodeCores,
    nodes,
    databaseCores,
    costADay: cores * 24 * price.coreHour + ((bytes / 1e9) * price.gigabyteMonth) / 30,
  }
}

/** Extrapolates from two measured sizes to any size, and from visitors per year to machines. Pure functions. */
import type { Part, Weight } from './sizing_measure.ts'

export interface Point {
  readonly sessions: number
  readonly weight: Weight
}

export interface Line {
  readonly part: Part
  /** Bytes without any session, and bytes per session. */
  readonly fixed: number
  readonly each: number
}

/** Fits a line through two points for every table and index. */
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
 * Child pointers per page of a tree: 200 leaves had one page above them, 490 had two. Chosen to fit depths at up to
 * 40,000 sessions; a run of that size does not test it.
 */
const FAN_OUT = 300

/** Levels of a PostgreSQL B-tree: one for the leaves, and one for each level of pointers above. */
export function depthAt(line: Line, sessions: number): number {
  const pages = Math.max(1, bytesAt(line, sessions) / PAGE_BYTES)
  return 1 + Math.ceil(Math.log(pages) / Math.log(FAN_OUT))
}

export interface Inputs {
  readonly sites: number
  readonly sessionsADay: number
  readonly batchesASession: number
  /** Reads of reports and lists per session. */
  readonly readsASession: number
  readonly scoresASession: number
  readonly retentionDays: number
  /** Measured CPU time per operation. */
  readonly nodeUs: Cost
  readonly databaseUs: Cost
  /** Target utilization of a core at the peak. */
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
  // One spare node.
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

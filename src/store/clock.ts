/** What the service knows about the time: one row, shared by all nodes. Written by `src/server/clock`. */
import { integer, json, nullable, type RowOf, table } from './table.ts'

/** Records stamped between these times arrived at `until`. */
export interface ClockGap {
  readonly from: number
  readonly until: number
}

/** Retention of a workspace that would erase more than foreseen. */
export interface HeldRetention {
  /** The run before, by which the forecast was made. */
  readonly retainedAt: number
  readonly heldAt: number
  /** Sessions or analyses that the run did not foresee; at least this many. */
  readonly unforeseen: number
}

export const clock = table(
  'clock',
  {
    /** Always 1. */
    one: integer(),
    /** The highest plausible time. */
    newest: integer(),
    /** Follows the clock, but not its jumps: the time by which it is judged. */
    reference: integer(),
    /** What the clock showed last, plausible or not. */
    shown: integer(),
    /** How long the clock has run without a jump, by the monotonic clock. */
    steadyMs: integer(),
    /** Since when times are estimated because the clock is behind; null: they are not. */
    doubtfulSince: nullable(integer()),
    gaps: json<readonly ClockGap[]>(),
    /** How much earlier it would be without the last leap ahead that was believed, without the last two, and so on. */
    leaps: json<readonly number[]>(),
    /** The end of the last retention run. */
    retainedAt: integer(),
    /** By workspace. */
    held: json<Readonly<Record<string, HeldRetention>>>(),
    /** Workspaces whose owner confirmed the time, and when. */
    confirmed: json<Readonly<Record<string, number>>>(),
  },
  { key: ['one'] },
)

export type ClockRow = Omit<RowOf<typeof clock>, 'one'>

export interface ClockStore {
  /** Null: there is no row yet. */
  read(): Promise<ClockRow | null>
  /** Stores the row unless there is one. */
  create(row: ClockRow): Promise<void>
  /** Saves the result of `change`, which must be pure: it runs again when another writer saved first. */
  change(change: (before: ClockRow) => ClockRow): Promise<ClockRow | null>
}

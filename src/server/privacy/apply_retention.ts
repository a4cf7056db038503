/** One run of retention: erases what is due, in every workspace whose time is certain. Repeating it is harmless. */
import { KEPT } from '../../contract/retention.ts'
import type { ClockRow, HeldRetention } from '../../store/clock.ts'
import type { FactCursor } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { JUMP_MS } from '../../store/stray.ts'
import type { ServiceClock } from '../clock/service_clock.ts'
import { DAY_MS, STEADY_MS } from '../clock/timeline.ts'
import { weekOf } from '../collect/challenge/seeds.ts'
import { retentionChangedAt, retentionOf, type Settings } from '../settings/workspace_settings.ts'
import type { Log } from '../telemetry/log.ts'
import type { EraseAnalysis } from './erase_analysis.ts'
import { ERASED_PER_STEP, eraseMatching } from './erase_matching.ts'
import { dueBefore, foreseenBefore, mayErase, unforeseenLimit } from './may_erase.ts'

const DELIVERIES_PER_STEP = 1_000
const COUNTED_PER_STEP = 1_000

export interface RetentionOptions {
  readonly store: Store
  readonly log: Log
  readonly clock: ServiceClock
  readonly eraseAnalysis: EraseAnalysis
  isStopped(): boolean
}

/** Sessions or analyses of a workspace. */
interface Kept {
  /** How long they are kept. */
  readonly keptMs: number
  erase(before: number): Promise<void>
  /** Counts those before a time, up to a limit. */
  count(before: number, limit: number): Promise<number>
  total(): Promise<number>
}

/** Whether data of a workspace may be erased or truncated by the time of the clock. */
export const mayAct = (clock: ServiceClock, confirmed: ClockRow['confirmed'], workspace: string): boolean =>
  clock.isTrusted() || (confirmed[workspace] !== undefined && !clock.isContradicted())

export async function applyRetention(options: RetentionOptions, row: ClockRow): Promise<void> {
  const { store, log, clock } = options
  const time = clock.dueTime()
  const held = new Map<string, HeldRetention>()
  const done = new Set<string>()
  for (const { id: workspace, settings } of await store.keys.workspaces()) {
    const before = heldBy(time, row.held[workspace])
    const unforeseen = await eraseDue(options, row, { workspace, settings, time, before })
    if (unforeseen === 0) done.add(workspace)
    if (unforeseen === 0 || unforeseen === null) continue
    held.set(workspace, before ?? { retainedAt: row.retainedAt, heldAt: time, unforeseen })
    if (before === undefined) {
      log.warn(
        'retention would erase more than foreseen, and waits until an owner confirms it or the clock has run steadily for 24 hours',
        { workspace, unforeseen },
      )
    }
  }
  if (!clock.isTrusted()) return
  await store.webhooks.forget(dueBefore(time, KEPT.deliveryDays * DAY_MS, row.gaps), DELIVERIES_PER_STEP)
  await store.uploads.forget(dueBefore(time, KEPT.uploadDays * DAY_MS, row.gaps))
  // Otherwise a clock that is ahead for a minute would make redeemed results valid again.
  await store.usedResults.forgetExpired(time - JUMP_MS)
  await store.challenges.forgetBefore(weekOf(time) - KEPT.voteWeeks + 1)
  await store.clock.change((stored) => ({
    ...stored,
    // Not the later of both: a clock that was ahead may have been set right.
    retainedAt: time,
    held: { ...without(stored.held, done), ...Object.fromEntries(held) },
    confirmed: without(stored.confirmed, done),
  }))
}

interface Turn {
  readonly workspace: string
  readonly settings: Settings
  readonly time: number
  /** Since an earlier run. */
  readonly before: HeldRetention | undefined
}

/** Returns how many unforeseen records wait, 0: none; null: the clock is not trusted. */
async function eraseDue(options: RetentionOptions, row: ClockRow, turn: Turn): Promise<number | null> {
  const { store, clock } = options
  const { workspace, settings, time, before } = turn
  if (!mayAct(clock, row.confirmed, workspace)) return null
  const retainedAt = before?.retainedAt ?? row.retainedAt
  const isConfirmed = row.confirmed[workspace] !== undefined
  // Without a run since then, the clock was doubtful, and this run has waited as long.
  const waitingSince = before?.heldAt ?? retainedAt
  const isWaitOver = clock.steadyMs() >= STEADY_MS && time - waitingSince >= STEADY_MS
  // An owner who changes the setting foresees what it erases, but not for as long as a wrong clock was ahead.
  const changedAt = retentionChangedAt(settings)
  const isForeseen = isWaitOver || (changedAt >= retainedAt && changedAt <= time)
  const { session_days: sessionDays, survey_days: surveyDays } = retentionOf(settings)
  let waiting = 0
  if (sessionDays !== null) {
    const sessions = keptSessions(options, workspace, sessionDays * DAY_MS)
    waiting += await eraseKept(sessions)
    await store.sessions.forgetErased(workspace, dueBefore(time, sessions.keptMs, row.gaps))
  }
  if (surveyDays !== null) waiting += await eraseKept(keptAnalyses(options, workspace, surveyDays * DAY_MS))
  return waiting

  async function eraseKept(kept: Kept): Promise<number> {
    const due = dueBefore(time, kept.keptMs, row.gaps)
    const foreseen = foreseenBefore(retainedAt, kept.keptMs)
    if (due > foreseen && !isForeseen && !isConfirmed) {
      await kept.erase(foreseen)
      const total = await kept.total()
      const unforeseen = await kept.count(due, unforeseenLimit(total) + 1)
      const decision = mayErase({ isTrusted: true, isConfirmed, isWaitOver, unforeseen, total })
      if (decision !== 'yes') return unforeseen
    }
    await kept.erase(due)
    return 0
  }
}

/** A run that waits since a time in the future, of a clock that was ahead, waits since now. */
const heldBy = (time: number, held: HeldRetention | undefined): HeldRetention | undefined =>
  held !== undefined && held.heldAt > time + JUMP_MS ? { ...held, heldAt: time } : held

const keptSessions = ({ store, isStopped }: RetentionOptions, workspace: string, keptMs: number): Kept => ({
  keptMs,
  erase: (before) =>
    eraseMatching(store, { workspace, filter: { to: before }, order: 'oldest' }, undefined, isStopped),
  total: () => store.facts.total(workspace),
  async count(before, limit) {
    let count = 0
    let after: FactCursor | undefined
    while (count < limit) {
      const { rows, end } = await store.facts.list({
        workspace,
        filter: { to: before },
        order: 'oldest',
        limit: Math.min(COUNTED_PER_STEP, limit - count),
        ...(after && { after }),
      })
      count += rows.length
      if (end === null || rows.length === 0) break
      after = end
    }
    return count
  },
})

const keptAnalyses = (
  { store, eraseAnalysis, isStopped }: RetentionOptions,
  workspace: string,
  keptMs: number,
): Kept => ({
  keptMs,
  async erase(before) {
    for (;;) {
      const keys = await store.surveys.analyzedBefore(workspace, before, ERASED_PER_STEP)
      for (const key of keys) {
        const row = await store.surveys.find(key)
        if (row !== null) await eraseAnalysis(row)
      }
      if (isStopped() || keys.length < ERASED_PER_STEP) return
    }
  },
  total: () => store.surveys.total(workspace),
  count: async (before, limit) => (await store.surveys.analyzedBefore(workspace, before, limit)).length,
})

const without = <Value>(
  record: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))

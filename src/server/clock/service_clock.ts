/** The time of the service, of all nodes that share a store, and across restarts. */
import type { ClockRow } from '../../store/clock.ts'
import type { Store } from '../../store/store.ts'
import { RELEASED_AT } from '../config/program_version.ts'
import type { Log } from '../telemetry/log.ts'
import { type ClockState, openTimeline, type Reading } from './timeline.ts'

export interface ServiceClock {
  /** The plausible time: for records and deadlines. */
  now(): number
  /** What the wall clock shows. */
  wall(): number
  monotonic(): number
  /** The time by which retention counts. */
  dueTime(): number
  state(): ClockState
  steadyMs(): number
  /** Whether data may be erased by `dueTime`. */
  isTrusted(): boolean
  /** Whether a time that differs from the service's may be right, so that it must not be held against a browser. */
  mayBe(time: number): boolean
  /** Another node knows another time: a confirmation does not count here. */
  isContradicted(): boolean
  /** Exchanges the time with the other nodes; maintenance calls it once a minute. */
  exchange(): Promise<ClockRow>
}

export interface ServiceClockOptions {
  readonly store: Pick<Store, 'clock' | 'keys' | 'sessions'>
  readonly log: Pick<Log, 'warn'>
  wall(): number
  monotonic(): number
}

const SENTENCE = {
  plausible: 'the clock is plausible again; retention continues',
  ahead:
    'the clock is more than a day ahead of the time that the service has run; nothing is erased until it has run steadily for 24 hours or an owner confirms it',
  behind:
    'the clock is behind the stored time or the release of this version; times are estimated, and nothing is erased until the clock is right',
} as const satisfies Readonly<Record<ClockState, string>>

const RETURNED =
  'the clock was set right after a leap ahead, and the service returned to its time; data from before has later times and is kept longer'

export async function openServiceClock({
  store,
  log,
  wall,
  monotonic,
}: ServiceClockOptions): Promise<ServiceClock> {
  const look = (): Reading => ({ wall: wall(), monotonic: monotonic() })
  const row = (await store.clock.read()) ?? (await create(store, wall()))
  const timeline = openTimeline(row, look())
  let reported: ClockState = 'plausible'

  function report(hasReturned = false): void {
    const { state } = timeline
    if (state === reported && !hasReturned) return
    reported = state
    log.warn(hasReturned ? RETURNED : SENTENCE[state], {
      clock: new Date(wall()).toISOString(),
      plausible: new Date(timeline.read(look())).toISOString(),
    })
  }
  report()

  return {
    now: () => timeline.read(look()),
    wall,
    monotonic,
    dueTime: () => timeline.dueTime(look()),
    state: () => timeline.state,
    steadyMs: () => timeline.steadyMs,
    isTrusted: () => timeline.isTrusted,
    isContradicted: () => timeline.isContradicted,
    mayBe: timeline.mayBe,
    async exchange() {
      let hasReturned = false
      const exchanged = await store.clock.change((stored) => {
        const known = timeline.exchange(look(), stored)
        hasReturned = known.newest < stored.newest
        return { ...stored, ...known }
      })
      report(hasReturned)
      return exchanged ?? (await create(store, timeline.read(look())))
    },
  }
}

/** The first row. Nothing is known but the sessions; an empty store can lose nothing. */
async function create(store: ServiceClockOptions['store'], wall: number): Promise<ClockRow> {
  const newest = await newestSession(store)
  const since = newest === undefined || newest > wall ? Math.max(wall, RELEASED_AT) : newest
  await store.clock.create({
    newest: since,
    reference: since,
    shown: wall,
    steadyMs: 0,
    doubtfulSince: null,
    gaps: [],
    leaps: [],
    retainedAt: since,
    held: {},
    confirmed: {},
  })
  return (await store.clock.read()) as ClockRow
}

/** The last activity of the newest session of all workspaces. */
export async function newestSession({
  keys,
  sessions,
}: Pick<Store, 'keys' | 'sessions'>): Promise<number | undefined> {
  const times: number[] = []
  for (const { id } of await keys.workspaces()) {
    for (const { session } of await sessions.recent(id, { limit: 1 })) times.push(session.lastAt)
  }
  return times.length === 0 ? undefined : Math.max(...times)
}

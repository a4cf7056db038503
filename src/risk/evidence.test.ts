/** What a report promises whatever the events: the same for any split, never less for more, never blind to a gap. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSessionChecks, type SessionOutcomes } from '../checks/session.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import type { RecordedBatch } from '../contract/codec.ts'
import { eventsToRows } from '../contract/events.ts'
import type { RecordedSession } from '../contract/recording.ts'
import type { SessionEvent } from '../contract/rows.ts'
import { foldSession } from '../features/session/session.ts'
import { assess } from './assess.ts'
import { LINUX, NAMES, story, timed } from './stories.suite.ts'

const RUNS = 1_000
/** Thousands of sessions on a machine that may be busy with other things: a limit, not an expectation. */
const PATIENCE_MS = 1_800_000
const ALL: readonly SessionCheckName[] = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]
/** These speak of the whole session by definition, and may change until it is complete. */
const WHOLE: readonly SessionCheckName[] = ['no_corrections', 'all_pasted']

interface Page {
  readonly page: number
  readonly events: readonly SessionEvent[]
  /** Where the stream is cut into batches. */
  readonly cuts: readonly number[]
}

function batchesOf({ page, events, cuts }: Page): RecordedBatch[] {
  const borders = [
    0,
    ...[...new Set(cuts.map((cut) => cut % (events.length + 1)))].sort((a, b) => a - b),
    events.length,
  ]
  let at: [number, number] = [0, 0]
  const parts = borders.slice(1).map((end, i) => events.slice(borders[i], end))
  let start = 0
  return parts.map((part, seq) => {
    const rows = eventsToRows(part, start, at)
    const batch = {
      session_id: 'A'.repeat(22),
      tab: `TAB0000${page}`,
      page,
      seq,
      ...(seq === parts.length - 1 ? { final: true } : {}),
      sent_at: 1_790_000_000_000,
      time_origin: 1_790_000_000_000,
      start,
      at,
      names: NAMES,
      rows,
      ...(seq === 0 && page === 0 ? { device: [LINUX] } : {}),
    }
    for (const event of part) {
      start = event.t
      if (event.type === 'move' || event.type === 'down' || event.type === 'up') at = [event.x, event.y]
    }
    return { batch, receipt: { at: 1_790_000_000_100 } }
  })
}

const sessionOf = (batches: readonly RecordedBatch[]): RecordedSession => ({
  sessionId: 'A'.repeat(22),
  userId: null,
  tags: [],
  batches,
  tampered: 0,
  overflow: 0,
})

function judge(batches: readonly RecordedBatch[]) {
  const features = foldSession(sessionOf(batches))
  const outcomes = runSessionChecks(features, (check, error) => {
    throw new Error(check, { cause: error })
  })
  return { outcomes, assessment: assess(outcomes, features.coverage, {}) }
}

const withoutWhole = (outcomes: SessionOutcomes): SessionOutcomes => ({
  ...outcomes,
  ...Object.fromEntries(WHOLE.map((check) => [check, { result: 'Unknown', evidence: '' }])),
})
const scoreOf = (outcomes: SessionOutcomes): number =>
  assess(withoutWhole(outcomes), { events: 1, gaps: 0, tampered: 0, ended: true }, {}).risk_score

const cuts = fc.array(fc.nat(500), { maxLength: 12 })

describe('evidence', () => {
  it(
    'is the same for any split, order of arrival and repetition of the batches',
    () => {
      fc.assert(
        fc.property(
          story,
          story,
          cuts,
          cuts,
          fc.infiniteStream(fc.nat()),
          (first, second, cutsA, cutsB, chance) => {
            const pages = [timed(first, 1_000), timed(second, 500)]
            const whole = pages.flatMap((events, page) => batchesOf({ page, events, cuts: [] }))
            const split = pages.flatMap((events, page) =>
              batchesOf({ page, events, cuts: page === 0 ? cutsA : cutsB }),
            )
            const repeated = [...split, ...split.filter((_, i) => i % 2 === 0)]
            const shuffled = repeated.map((batch) => [chance.next().value as number, batch] as const)
            shuffled.sort(([a], [b]) => a - b)
            expect(judge(shuffled.map(([, batch]) => batch))).toEqual({
              ...judge(whole),
            })
          },
        ),
        { numRuns: RUNS },
      )
    },
    PATIENCE_MS,
  )

  it(
    'is never washed out by what follows',
    () => {
      let found = 0
      fc.assert(
        fc.property(story, story, fc.boolean(), (guilty, later, onAnotherPage) => {
          const before = timed(guilty, 1_000)
          const after = timed(later, onAnotherPage ? 500 : (before.at(-1)?.t ?? 0))
          const base = judge(batchesOf({ page: 0, events: before, cuts: [] }))
          const more = judge(
            onAnotherPage
              ? [
                  ...batchesOf({ page: 0, events: before, cuts: [] }),
                  ...batchesOf({ page: 1, events: after, cuts: [] }),
                ]
              : batchesOf({ page: 0, events: [...before, ...after], cuts: [] }),
          )
          for (const check of ALL) {
            if (WHOLE.includes(check) || base.outcomes[check].result !== 'Detected') continue
            found++
            expect([check, more.outcomes[check].result]).toEqual([check, 'Detected'])
          }
          expect(scoreOf(more.outcomes)).toBeGreaterThanOrEqual(scoreOf(base.outcomes))
        }),
        { numRuns: 2 * RUNS },
      )
      // The stories do contain something to wash out, or the above would prove nothing.
      expect(found).toBeGreaterThan(RUNS / 2)
    },
    PATIENCE_MS,
  )

  it(
    'never accepts a session of which something was withheld',
    () => {
      let accepted = 0
      fc.assert(
        fc.property(
          story,
          story,
          cuts,
          fc.infiniteStream(fc.boolean()),
          fc.nat(3),
          (first, second, cutsA, keep, lost) => {
            const all = [
              ...batchesOf({ page: 0, events: timed(first, 1_000), cuts: cutsA }),
              ...batchesOf({ page: 1, events: timed(second, 500), cuts: cutsA }),
            ]
            const last = all.filter(({ batch }) => batch.page === 1)
            const certain = last[last.length - 1 - (lost % last.length)]
            // A page that never reached the server leaves no trace; of the last one, something must have arrived.
            const kept = all.filter((batch) => keep.next().value || batch === certain)
            const { assessment } = judge(kept)
            if (kept.length < all.length) expect(assessment.recommended_action).not.toBe('Auto-accept')
            if (judge(all).assessment.recommended_action === 'Auto-accept') accepted++
          },
        ),
        { numRuns: RUNS },
      )
      // Whole sessions are accepted at times, so it is the gap that forbids it.
      expect(accepted).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )
})

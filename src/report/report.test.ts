import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completed } from '../../research/lab/convert/completed.ts'
import { anyStory } from '../../test/samples/stories.ts'
import { anyActs, anyHand, anyWhitewash } from '../../test/service/acted_session.ts'
import { amount } from '../../test/service/attack_full.ts'
import {
  anyCuts,
  anyEvents,
  event,
  type NamedEvent,
  ORIGIN,
  record,
} from '../../test/service/recorded_session.ts'
import type { SessionCheck } from '../checks/check.ts'
import { SESSION_CHECKS } from '../checks/session.ts'
import type { RecordedBatch } from '../contract/batch/codec.ts'
import type { RecordedSession } from '../contract/batch/recording.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import type { SessionFeatures } from '../features/session/session.ts'
import { hasProven } from '../risk/decision.ts'
import { makeReport } from './report.ts'

const session = (
  batches: readonly RecordedBatch[],
  over: Partial<RecordedSession> = {},
): RecordedSession => ({
  sessionId: 'S'.repeat(22),
  userId: null,
  tags: [],
  batches,
  tampered: 0,
  overflow: 0,
  ...over,
})
const report = (recorded: RecordedSession) =>
  makeReport(recorded, {}, (check, error) => {
    throw new Error(`${check} failed`, { cause: error })
  })
/** The report without features and missing evidence, which also count batches and receipts and so depend on the split. */
const reportText = (batches: readonly RecordedBatch[]) => {
  const { features: _, missing: __, assessment, record: made, ...rest } = report(session(batches))
  const withoutText = { ...made, ...assessment, risk_explanation: '' }
  return JSON.stringify({ ...rest, withoutText })
}

const anySession = fc.oneof(anyEvents, anyActs, anyStory)

/** Checks of the whole session, which may change until it is complete. */
const MAY_CHANGE: readonly SessionCheckName[] = ['no_corrections', 'all_pasted']

/** Thousands of sessions, possibly on a busy machine. */
const PATIENCE_MS = 120_000

describe('a report', { timeout: PATIENCE_MS }, () => {
  it('has every check, and no user id if none was given', () => {
    const { record: made } = report(session([]))
    expect(Object.keys(made.biometric_checks)).toEqual([...BIOMETRIC_CHECKS])
    expect(Object.keys(made.device_checks)).toEqual([...DEVICE_CHECKS])
    expect(new Set(Object.values({ ...made.biometric_checks, ...made.device_checks }))).toEqual(
      new Set(['Unknown']),
    )
    expect(made.recommended_action).toBe('Unknown')
    expect(made).not.toHaveProperty('user_id')
    expect(report(session([], { userId: '', tags: ['a'] })).record).toMatchObject({
      user_id: '',
      tags: ['a'],
    })
  })

  it('is the same for any split, order of arrival and repetition of its batches', () => {
    fc.assert(
      fc.property(
        anySession,
        anySession,
        anyCuts,
        anyCuts,
        fc.infiniteStream(fc.nat()),
        (first, second, cutsA, cutsB, random) => {
          const documents = (cuts: number[]) => [
            ...record(first, cuts, { zone: 'Europe/Berlin' }),
            ...record(second, cuts, { tab: 'AAAAAAAA', page: 1, origin: ORIGIN + 600_000 }),
          ]
          const again = documents(cutsB)
          const shuffled = [...again, ...again.filter(() => (random.next().value as number) % 3 === 0)]
            .map((batch) => ({ batch, at: random.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ batch }) => batch)
          expect(reportText(shuffled)).toBe(reportText(documents(cutsA)))
        },
      ),
      { numRuns: amount(150, 1_000) },
    )
  })

  it('never drops a detection or lowers the score when a person follows the program', () => {
    let kept = 0
    const follow = ({ events, border }: { events: NamedEvent[]; border: number }, cuts: number[]) => {
      const before = report(session(record(events.slice(0, border))))
      const after = report(session(record(events, [border, ...cuts])))
      for (const name of [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]) {
        if (MAY_CHANGE.includes(name) || before.outcomes[name].result !== 'Detected') continue
        expect(after.outcomes[name].result, name).toBe('Detected')
        kept++
      }
      const changed = MAY_CHANGE.some((name) => before.outcomes[name].result !== after.outcomes[name].result)
      if (!changed) expect(after.record.risk_score).toBeGreaterThanOrEqual(before.record.risk_score)
    }
    const anyBorder = anySession.chain((events) =>
      fc.integer({ min: 1, max: events.length }).map((border) => ({ events, border })),
    )
    fc.assert(fc.property(fc.oneof(anyWhitewash, anyBorder), anyCuts, follow), {
      numRuns: amount(300, 2_000),
    })
    expect(kept).toBeGreaterThan(amount(70, 500))
  })

  it('never accepts a session with a missing batch, although it accepts the complete one', () => {
    let accepted = 0
    fc.assert(
      fc.property(anyHand, anyCuts, fc.nat(), (events, cuts, chosen) => {
        const batches = completed(record(events, cuts, { final: true }))
        fc.pre(batches.length > 1)
        const complete = report(session(batches)).record
        if (complete.recommended_action === 'Auto-accept') accepted++
        // What a full session has stored has no gap, as if the page had not sent the rest yet.
        if (hasProven(complete.proven, 'challenge'))
          expect(report(session(batches, { overflow: 1 })).record.proven).toBe('challenge')
        const without = batches.filter((_, index) => index !== chosen % batches.length)
        expect(report(session(without)).record.recommended_action).not.toBe('Auto-accept')
        expect(report(session(batches, { tampered: 1 })).record.recommended_action).not.toBe('Auto-accept')
        expect(report(session(batches, { overflow: 1 })).record.recommended_action).not.toBe('Auto-accept')
      }),
      { numRuns: amount(60, 300) },
    )
    expect(accepted).toBeGreaterThan(amount(10, 50))
  })

  it('returns Unknown for a check that throws, and reports the error', () => {
    const failures: string[] = []
    const broken: SessionCheck<SessionFeatures> = {
      name: 'tor',
      reason: { observed: '', subject: '' },
      thresholds: {},
      measure: () => ({}),
      run: () => {
        throw new Error('out of order')
      },
    }
    const checks = SESSION_CHECKS as SessionCheck<SessionFeatures>[]
    checks.push(broken)
    try {
      const { record: made } = makeReport(session([]), {}, (check) => failures.push(check))
      expect(made.device_checks.tor).toBe('Unknown')
      expect(failures).toEqual(['tor'])
    } finally {
      checks.pop()
    }
  })

  it('returns Unknown for batches that cannot be processed, and reports the error', () => {
    const [whole] = record([event('click', 1)])
    if (whole === undefined) throw new Error('no batch')
    const torn = { ...whole, batch: { ...whole.batch, device: 7 as never } }
    const failures: string[] = []
    const { record: made } = makeReport(session([torn]), {}, (check) => failures.push(check))
    expect(made.recommended_action).toBe('Unknown')
    expect(failures).toContain('features')
  })
})

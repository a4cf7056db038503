/** Evidence left out or contradicted never yields a more favorable action. */
import { describe, expect, it } from 'vitest'
import { readRecordings, sessionOf } from '../../research/lab/recordings.ts'
import { amount } from '../../test/service/attack_full.ts'
import type { RecordedBatch } from '../contract/batch/codec.ts'
import type { RecordedSession } from '../contract/batch/recording.ts'
import { makeReport } from './report.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** From the most favorable to the least. */
const ACTIONS = [
  'Auto-accept',
  'Accept with monitoring',
  'Unknown',
  'Manual review or require additional verification',
  'Auto-reject or high-priority review',
]
const rankOf = (session: RecordedSession) => {
  const { record } = makeReport(session, {}, (check, error) => {
    throw new Error(check, { cause: error })
  })
  return ACTIONS.indexOf(record.recommended_action)
}

type Change = (recorded: RecordedBatch) => RecordedBatch
const withoutDevice: Change = ({ batch: { device: _, ...batch }, receipt }) => ({ batch, receipt })
const withAgent =
  (userAgent: string | undefined): Change =>
  ({ batch, receipt: { userAgent: _, clientHints: __, acceptLanguage: ___, ...receipt } }) => ({
    batch,
    receipt: batch.seq === 0 && userAgent !== undefined ? { ...receipt, userAgent } : receipt,
  })

const CHANGES: Readonly<Record<string, Change>> = {
  'the device reading is left out': withoutDevice,
  'the user agent is left out': withAgent(undefined),
  'both are left out': (recorded) => withAgent(undefined)(withoutDevice(recorded)),
  'both are left out, and the user agent is that of a phone': (recorded) =>
    withAgent(IPHONE)(withoutDevice(recorded)),
  'both are left out, and the user agent is that of another engine': (recorded) =>
    withAgent(FIREFOX)(withoutDevice(recorded)),
  'only the user agent is that of a phone': withAgent(IPHONE),
}

/** Only the client hints of these runs say that they are headless. Without them they are monitored, like their headed runs. */
const DECLARED_IN_HEADERS = ['judged-phone-composed-headless-2']

describe('automation gains nothing when', () => {
  const sessions = readRecordings()
    .filter(({ kind }, index) => kind === 'bot' && index % amount(4, 1) === 0)
    .map((recording) => ({ name: recording.name, session: sessionOf(recording) }))
  const before = sessions.map(({ session }) => rankOf(session))

  it.each(Object.entries(CHANGES))('%s', (_, change) => {
    const better = sessions.flatMap(({ name, session }, index) => {
      const rank = rankOf({ ...session, batches: session.batches.map(change) })
      const least = DECLARED_IN_HEADERS.includes(name)
        ? ACTIONS.indexOf('Accept with monitoring')
        : (before[index] as number)
      return rank < least ? [name] : []
    })
    expect(sessions.length).toBeGreaterThan(amount(50, 200))
    expect(better).toEqual([])
  })
})

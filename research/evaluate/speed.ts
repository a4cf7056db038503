/** CPU time of a batch and of a report, in milliseconds. */

import { decodeBatch, encodeBatch } from '../../src/contract/batch/codec.ts'
import type { RecordedSession } from '../../src/contract/batch/recording.ts'
import type { Labeled } from '../lab/convert/labeled.ts'
import { scoreRecording } from './score_recording.ts'

export interface Speed {
  readonly batchBytes: number
  readonly batchMs: number
  readonly sessionMinutes: number
  readonly sessionEvents: number
  readonly sessionMs: number
}

const BATCH_BYTES = 3_000
const SESSION_MS = 600_000
const RUNS = 200

/** Medians over many runs, each from stored bytes to a score. */
export function measureSpeed(example: Labeled): Speed {
  const batch = nearest(example.session)
  const session = { ...example.session, batches: firstTenMinutes(example.session) }
  const stored = session.batches.map(encodeBatch)
  const events = session.batches.reduce((sum, { batch: { rows } }) => sum + rows.length, 0)
  const bytes = encodeBatch(batch)
  return {
    batchBytes: JSON.stringify(batch.batch).length,
    batchMs: median(RUNS, () =>
      scoreRecording({ ...example, session: { ...session, batches: [decodeBatch(bytes)] } }),
    ),
    sessionMinutes: SESSION_MS / 60_000,
    sessionEvents: events,
    sessionMs: median(RUNS / 10, () =>
      scoreRecording({ ...example, session: { ...session, batches: stored.map(decodeBatch) } }),
    ),
  }
}

function nearest({ batches }: RecordedSession) {
  const size = ({ batch }: RecordedSession['batches'][number]): number => JSON.stringify(batch).length
  return batches.reduce((best, one) =>
    Math.abs(size(one) - BATCH_BYTES) < Math.abs(size(best) - BATCH_BYTES) ? one : best,
  )
}

function firstTenMinutes({ batches }: RecordedSession) {
  const start = batches[0]?.batch.start ?? 0
  return batches.filter(({ batch }) => batch.start - start < SESSION_MS * 10)
}

function median(runs: number, run: () => void): number {
  run()
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage()
    const from = performance.now()
    run()
    const wall = performance.now() - from
    const { user, system } = process.cpuUsage(before)
    // The processor clock is coarse, so short runs use the wall clock of an idle thread.
    times.push(Math.min(wall, Math.max(wall / 2, (user + system) / 1_000)))
  }
  return Math.round((times.sort((a, b) => a - b)[Math.floor(runs / 2)] as number) * 1_000) / 1_000
}

/**
 * Recorded people, under every harmless circumstance, every pair of them, and all of them: one in eight, or everybody with
 * FAULTS=full.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runSessionChecks } from '../../../src/checks/session.ts'
import { foldSession, type SessionFeatures } from '../../../src/features/session/session.ts'
import { BANDS } from '../../../src/risk/actions.ts'
import { score } from '../../../src/risk/score.ts'
import { WEIGHTS } from '../../../src/risk/weights.ts'
import { readPeople } from './folder.ts'
import { COMBINATIONS, outcomesUnder, unexplained } from './harmless.ts'

const PEOPLE = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'human')
const hasData = existsSync(PEOPLE)
if (!hasData) process.stdout.write(`skipped: no recordings of people in ${PEOPLE}\n`)
const STEP = process.env.FAULTS === 'full' ? 1 : 8
/** The limit allows for a busy machine. */
const PATIENCE_MS = 3_600_000

const UNMEASURED = foldSession({
  sessionId: '',
  userId: null,
  tags: [],
  batches: [],
  tampered: 0,
  overflow: 0,
})
const check = (features: SessionFeatures) =>
  runSessionChecks(features, (name, error) => {
    throw new Error(name, { cause: error })
  })

describe.runIf(hasData)('people under harmless circumstances', () => {
  it(
    'never reach a review, and would without the rule',
    async () => {
      const highest = new Map<string, number>()
      const reviewed: string[] = []
      let read = 0
      let people = 0
      let withoutRule = 0
      for await (const { kind, name, session } of readPeople(PEOPLE)) {
        if (kind !== 'person' || read++ % STEP !== 0) continue
        people++
        // Other recorders rounded the times, so they are no clock of a display.
        const features = { ...foldSession(session), clock: UNMEASURED.clock }
        const plain = check(features)
        for (const names of COMBINATIONS) {
          const outcomes = outcomesUnder(features, plain, names)
          const points = score(outcomes, WEIGHTS, {})
          const key = names.length > 2 ? 'all' : names.join(' + ')
          highest.set(key, Math.max(points, highest.get(key) ?? 0))
          if (points >= BANDS[1]) reviewed.push(`${name}: ${key} ${points}`)
          if (score(unexplained(outcomes), WEIGHTS, {}) >= BANDS[1]) withoutRule++
        }
      }
      process.stdout.write(`${people} people: ${JSON.stringify(Object.fromEntries(highest), null, 1)}\n`)
      expect(reviewed).toEqual([])
      expect(people).toBeGreaterThan(5_000 / STEP)
      expect(withoutRule).toBeGreaterThan(people)
    },
    PATIENCE_MS,
  )
})

import { describe, expect, it } from 'vitest'
import { runSessionChecks } from '../../../../src/checks/session.ts'
import { POINTER_FLAGS, ROWS } from '../../../../src/contract/batch/rows.ts'
import { foldSession } from '../../../../src/features/session/session.ts'
import { missingEvidence } from '../../../../src/risk/acceptance.ts'
import { assess } from '../../../../src/risk/assess.ts'
import { PERSONAS, playPersona } from './personas.ts'

/** After the code and the time. */
const DOWN_FLAGS_AT = ROWS.down.fields.indexOf('flags') + 2

describe('personas that detectors often flag by mistake', () => {
  it.each(PERSONAS.map((persona, index) => [persona.name, index] as const))(
    '%s scores below 50 and no check proves automation',
    (_, index) => {
      const { session } = playPersona(PERSONAS[index] as (typeof PERSONAS)[number], index)
      const features = foldSession(session)
      const outcomes = runSessionChecks(features, (check, error) => {
        throw new Error(check, { cause: error })
      })
      const { risk_score } = assess(outcomes, missingEvidence(outcomes, features), {})
      expect(risk_score).toBeLessThan(50)
      expect(
        Object.values(outcomes).filter((outcome) => outcome.result === 'Detected' && outcome.proof),
      ).toEqual([])
    },
  )

  it('leave no trace by accessibility actions, which the same presses with a device do', () => {
    const index = PERSONAS.findIndex(({ name }) => name === 'screen reader pressing by accessibility action')
    const { session } = playPersona(PERSONAS[index] as (typeof PERSONAS)[number], index)
    const run = (given: typeof session) => runSessionChecks(foldSession(given), () => {})
    const detected = (outcomes: ReturnType<typeof run>) =>
      Object.entries(outcomes).flatMap(([name, { result }]) => (result === 'Detected' ? name : []))
    expect(detected(run(session))).toEqual([])
    const batches = session.batches.map(({ batch, receipt }) => ({
      batch: {
        ...batch,
        rows: batch.rows.map((row) =>
          row[0] === ROWS.down.code
            ? row.map((value, at) => (at === DOWN_FLAGS_AT ? value & ~POINTER_FLAGS.noDevice : value))
            : row,
        ),
      },
      receipt,
    }))
    expect(detected(run({ ...session, batches }))).toEqual(
      expect.arrayContaining(['teleporting_mouse', 'centered_clicks', 'programmatic_clicking']),
    )
  })

  it('trigger some checks, so the test above can fail', () => {
    const loud = PERSONAS.filter((persona, index) => {
      const features = foldSession(playPersona(persona, index).session)
      return Object.values(runSessionChecks(features, () => {})).some(({ result }) => result === 'Detected')
    })
    expect(loud.length).toBeGreaterThanOrEqual(5)
  })
})

import { describe, expect, it } from 'vitest'
import { runSessionChecks } from '../../../src/checks/session.ts'
import { foldSession } from '../../../src/features/session/session.ts'
import { missingEvidence } from '../../../src/risk/acceptance.ts'
import { assess } from '../../../src/risk/assess.ts'
import { PERSONAS, playPersona } from './personas.ts'

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

  it('trigger some checks, so the test above can fail', () => {
    const loud = PERSONAS.filter((persona, index) => {
      const features = foldSession(playPersona(persona, index).session)
      return Object.values(runSessionChecks(features, () => {})).some(({ result }) => result === 'Detected')
    })
    expect(loud.length).toBeGreaterThanOrEqual(5)
  })
})

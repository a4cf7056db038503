import { describe, expect, it } from 'vitest'
import { BIOMETRIC_CHECKS, CHECK_MEANINGS, DEVICE_CHECKS } from '../contract/checks.ts'
import { foldSession } from '../features/session/session.ts'
import { runSessionChecks, SESSION_CHECKS } from './session.ts'

const EMPTY = { sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 }

describe('the registry of session checks', () => {
  it('lists the checks of the contract, in its order', () => {
    expect(SESSION_CHECKS.map(({ name }) => name)).toEqual([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS])
  })

  it.each(SESSION_CHECKS)('$name has neutral wording for the printable summary', ({ name, reason }) => {
    expect(CHECK_MEANINGS[name]).not.toMatch(/\.$/)
    expect(reason.observed).toMatch(/^[A-Z][\x20-\x7e]*[a-z]$/)
    expect(reason.subject).toMatch(/^[a-z][\x20-\x7e]*[a-z]$/)
    expect(`${reason.observed} ${reason.subject}`).not.toMatch(
      /score|risk|suspicious|fraud|cheat|fake|check/i,
    )
  })

  it('gives one sentence of evidence for every check of an empty session', () => {
    const outcomes = runSessionChecks(foldSession(EMPTY), (name, error) => {
      throw new Error(`${name} failed`, { cause: error })
    })
    for (const { name } of SESSION_CHECKS) {
      expect(outcomes[name].result, name).toBe('Unknown')
      expect(outcomes[name].evidence, name).toMatch(/^[A-Z0-9][\x20-\x7e]*\.$/)
    }
  })

  it('returns Unknown for a check that throws, and reports the error', () => {
    const failed: string[] = []
    const outcomes = runSessionChecks({} as ReturnType<typeof foldSession>, (name) => failed.push(name))
    expect(failed).toContain('bot')
    expect(outcomes.bot).toEqual({ result: 'Unknown', evidence: 'This check could not run.' })
  })
})

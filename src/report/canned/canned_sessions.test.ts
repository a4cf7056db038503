import { Compile } from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { SESSION_CHECKS } from '../../checks/session.ts'
import { Batch } from '../../contract/batch/batch.ts'
import { decodeBatch, encodeBatch } from '../../contract/batch/codec.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, RECOMMENDED_ACTIONS } from '../../contract/checks.ts'
import { SessionReport } from '../../contract/session.ts'
import type { RiskSettings } from '../../contract/settings.ts'
import { TEST_SITES } from '../../contract/test_sites.ts'
import { makeReport } from '../report.ts'
import { cannedRecording } from './canned_recording.ts'
import { CANNED_SESSIONS, CANNED_USER, type CannedSession } from './canned_sessions.ts'

const NOON = Date.UTC(2026, 10, 16, 12)

function reportOf({ id, group, visit }: CannedSession, settings: RiskSettings = {}) {
  const subject = { sessionId: id, userId: CANNED_USER, tags: ['test', group] }
  const batches = cannedRecording({ ...subject, startsAt: NOON }, visit).map((recorded) =>
    decodeBatch(encodeBatch(recorded)),
  )
  const failures: unknown[] = []
  const made = makeReport({ ...subject, batches, tampered: 0, overflow: 0 }, settings, (...failure) =>
    failures.push(failure),
  )
  expect(failures).toEqual([])
  return made
}
const canned = (id: string) => CANNED_SESSIONS.find((one) => one.id === id) as CannedSession
const resultsOf = (one: CannedSession): Readonly<Record<string, string>> => {
  const { record } = reportOf(one)
  return { ...record.biometric_checks, ...record.device_checks }
}

describe('the sessions of test mode', () => {
  it('have one for every recommended action', () => {
    const actions = CANNED_SESSIONS.filter(({ group }) => group === 'test.action').map(
      (one) => reportOf(one).record.recommended_action,
    )
    expect(actions).toEqual(RECOMMENDED_ACTIONS)
  })

  it('have one for every check, which alone is detected', () => {
    for (const { name, reason } of SESSION_CHECKS) {
      const detected = Object.entries(resultsOf(canned(`test.${name}`))).filter(([, it]) => it === 'Detected')
      expect(detected).toEqual([[name, 'Detected']])
      const { outcomes, record } = reportOf(canned(`test.${name}`))
      expect(outcomes[name].evidence).toBe(`${reason.observed}.`)
      expect(record.risk_score).toBeGreaterThan(0)
    }
    expect([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS].sort()).toEqual(
      SESSION_CHECKS.map(({ name }) => name).sort(),
    )
  })

  it('have reports of the contract, with a log', () => {
    const schema = Compile(SessionReport)
    for (const one of CANNED_SESSIONS) {
      const { record, log } = reportOf(one)
      const report = {
        ...record,
        user_logs: [...log],
        effective_action: record.recommended_action,
        overridden_by: null,
        decision: 'accept',
      }
      expect(schema.Errors(report), one.id).toEqual([true, []])
      expect(log.length).toBeGreaterThan(0)
    }
  })

  it('lack nothing that acceptance needs, unless their recording is incomplete', () => {
    const missing = CANNED_SESSIONS.filter((one) => reportOf(one).missing.length > 0).map(({ id }) => id)
    expect(missing).toEqual(['test.unknown', 'test.no_evidence', 'test.incomplete'])
    expect(reportOf(canned('test.incomplete')).record.recommended_action).toBe('Accept with monitoring')
    expect(reportOf(canned('test.no_evidence')).record.recommended_action).toBe('Unknown')
    expect(Object.values(resultsOf(canned('test.unknown')))).toEqual(SESSION_CHECKS.map(() => 'Unknown'))
  })

  it('follow the settings of the workspace', () => {
    const { record } = reportOf(canned('test.auto_reject'), { monitor_only: true })
    expect(record.recommended_action).toBe('Accept with monitoring')
  })

  it('have ids that no browser can send, except with a site key for browser tests', () => {
    const id = Compile(Batch.properties.session_id)
    const sent = CANNED_SESSIONS.map((one) => one.id).filter((text) => id.Check(text))
    expect(sent.toSorted()).toEqual(Object.values(TEST_SITES).toSorted())
    expect(new Set(CANNED_SESSIONS.map((one) => one.id)).size).toBe(CANNED_SESSIONS.length)
  })
})

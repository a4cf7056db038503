import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readRecordings, sessionOf } from '../../research/lab/recordings.ts'
import type { RecordedSession } from '../contract/batch/recording.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS } from '../contract/checks.ts'
import type { Evidence } from '../contract/evidence.ts'
import type { RiskSettings } from '../contract/settings.ts'
import { type Maker, makeEvidence } from './evidence.ts'
import { makeReport } from './report.ts'
import { NotEvidence, verifyEvidence } from './verify_evidence.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const PROGRAM: Maker = { program: '9.9.9', sha256 }
/** The test builds a report for each byte. The limit allows for a busy machine. */
const PATIENCE_MS = 120_000
const silent = () => {}
const recordings = readRecordings()
const find = (name: string): RecordedSession => {
  const found = recordings.find((recording) => recording.name === name)
  if (found === undefined) throw new Error(`no recording ${name}`)
  return sessionOf(found)
}
const BOT = find('playwright-naive-headed-1')
/** No check adds to the score. */
const NONE = Object.fromEntries([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS].map((name) => [name, 0]))
const make = (session: RecordedSession, settings: RiskSettings = {}) =>
  makeEvidence(session, settings, PROGRAM, silent)
const parse = (text: string) => JSON.parse(text) as Evidence
const verify = (text: string) => verifyEvidence(text, PROGRAM)

const sumOf = ({ checks }: Evidence, part: 'input' | 'context') =>
  Object.values(checks).reduce((sum, check) => sum + (check.part === part ? check.points : 0), 0)

describe('evidence', () => {
  it('matches the report and contains every check', () => {
    const evidence = parse(make(BOT))
    const { record } = makeReport(BOT, {}, silent)
    expect(evidence.risk_score).toBe(record.risk_score)
    expect(evidence.recommended_action).toBe(record.recommended_action)
    for (const name of [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]) {
      const check = evidence.checks[name]
      expect(check.result).toBe({ ...record.biometric_checks, ...record.device_checks }[name])
      expect(Object.keys(check.thresholds).length, name).toBeGreaterThan(0)
      expect(Object.keys(check.measures).length, name).toBeGreaterThan(0)
      expect(check.score_without, name).toBeLessThanOrEqual(evidence.risk_score)
      if (check.result !== 'Detected') expect(check.points, name).toBe(0)
    }
    expect(evidence.checks.bot).toMatchObject({ proof: true, weight: 90, points: 90 })
    expect(evidence.risk_parts).toEqual({
      input: sumOf(evidence, 'input'),
      context: sumOf(evidence, 'context'),
    })
    expect(evidence.risk_parts.input + evidence.risk_parts.context).toBe(evidence.risk_score)
  })

  it('contains the weights and bands of the workspace, and the score without each check', () => {
    const { checks, bands, risk_score } = parse(make(BOT, { weights: { ...NONE, bot: 3 }, bands: [1, 2, 3] }))
    expect([checks.bot.weight, checks.bot.points, bands]).toEqual([3, 3, [1, 2, 3]])
    expect(checks.bot.score_without).toBe(risk_score - 3)
  })

  it('contains no typed text', () => {
    const [first, ...rest] = BOT.batches
    if (first === undefined) throw new Error('no batch')
    const typed = {
      ...first,
      batch: {
        ...first.batch,
        edits: [[0, 1, 0, 0, 'sesquipedalian'] as [number, number, number, number, string]],
      },
    }
    expect(make({ ...BOT, batches: [typed, ...rest] })).not.toContain('sesquipedalian')
  })
})

describe('verifying evidence', () => {
  it.each(recordings.map(({ name }) => name).filter((_, i) => i % 4 === 0))('confirms %s', (name) => {
    const text = make(find(name))
    expect(verify(text)).toEqual({
      same: true,
      session_id: parse(text).session_id,
      risk_score: parse(text).risk_score,
      recommended_action: parse(text).recommended_action,
      differences: [],
    })
  })

  it('ignores white space between values', () => {
    const text = make({ ...BOT, tags: ['two  spaces "quoted\\'] }, { monitor_only: true })
    expect(verify(JSON.stringify(JSON.parse(text), null, 2)).same).toBe(true)
  })

  it(
    'detects every changed byte',
    () => {
      const text = make(find('injection-value-headless-1'))
      const step = Math.ceil(text.length / 80)
      let noticed = 0
      for (let at = 0; at < text.length; at += step) {
        const other = text[at] === '1' ? '2' : '1'
        const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
        try {
          expect(verify(changed).same, `byte ${at}: ${text.slice(at - 20, at + 20)}`).toBe(false)
        } catch (error) {
          if (!(error instanceof NotEvidence)) throw error
        }
        noticed++
      }
      expect(noticed).toBeGreaterThan(60)
    },
    PATIENCE_MS,
  )

  it('names values that do not follow from the recording, even with a matching digest', () => {
    const evidence = parse(make(BOT))
    const { digest: _, ...rest } = evidence
    const forged = { ...rest, risk_score: 12, recommended_action: 'Auto-accept' as const }
    const { same, risk_score, differences } = verify(resealed(forged))
    expect([same, risk_score]).toEqual([false, evidence.risk_score])
    expect(differences).toEqual([
      `risk_score: the document says 12, but its recording gives ${evidence.risk_score}`,
      'recommended_action: the document says "Auto-accept", but its recording gives "Auto-reject or high-priority review"',
    ])
  })

  it('reports a document of another version', () => {
    const { differences } = verifyEvidence(make(BOT), { program: '10.0.0', sha256 })
    expect(differences[0]).toBe(
      'made with byhand "9.9.9", but this installation has "10.0.0": verify the document with the version that made it',
    )
  })

  it.each([
    ['invalid JSON', '{', 'It is not JSON.'],
    ['something else', '{}', 'It is not an evidence document'],
    ['a list', '[]', 'It is not an evidence document'],
  ])('rejects %s', (_, text, reason) => {
    expect(() => verify(text)).toThrow(reason)
  })
})

function resealed(document: Omit<Evidence, 'digest'>): string {
  const text = JSON.stringify(document)
  return `${text.slice(0, -1)},"digest":"${sha256(text)}"}`
}

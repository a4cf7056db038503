import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detected } from '../../checks/check.ts'
import type { SurveyVersion } from '../../contract/survey_checks.ts'
import { NO_WORDS } from '../../features/text/word_bits.ts'
import { openSqlite } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { openLog } from '../telemetry/log.ts'
import { ThreadFailed } from '../workers/threads.ts'
import { analyzeRequest } from './analyze_request.ts'
import type { Analysis } from './check/analysis.ts'
import { explainedCheck } from './check/findings.ts'
import type { SurveyPool } from './check/pool.ts'
import { parseBody } from './request/parse.ts'
import { openSurveyService, type SurveyService, type SurveyServiceOptions } from './service.ts'

let folder: string
let store: Store
const logged: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-check-'))
  store = await openSqlite({ folder })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const plain: Analysis = {
  questions: [
    {
      id: 'q1',
      empty: false,
      effort: 5,
      weight: 40,
      surprise: { ...NO_WORDS, words: new Map([[1, { bits: 90, uses: 0 }]]) },
      simple: false,
      rating: null,
      span: null,
      results: [],
    },
  ],
  error: false,
  warnings: [],
  isPending: false,
  complete: true,
  failures: [],
  updates: [],
}

/** Parses as the threads do, but on this thread; the test supplies `analyze`. */
const poolOf = (analyze: () => Promise<Analysis>): SurveyPool => ({
  use: (_, work) =>
    work({
      parse: async (_, body) => ({ parsedId: 1, request: parseBody(body).request, statsRevisions: [] }),
      reopen: async () => Promise.reject(new Error('not in this test')),
      analyze,
      collect: () => Promise.reject(new Error('not expected')),
      references: () => Promise.reject(new Error('not expected')),
      samples: async () => [],
    }),
  waiting: 0,
  close: async () => {},
})

const openTestService = (
  analyze: () => Promise<Analysis>,
  more: Partial<SurveyServiceOptions> = {},
): Promise<SurveyService> =>
  openSurveyService({
    store,
    scoring: { report: async () => null },
    pool: poolOf(analyze),
    log: openLog('info', (line) => logged.push(line)),
    metrics: { checkFailures: { inc: () => {} } as never },
    modelPrefix: 'byhand',
    publicUrl: () => 'https://byhand.example',
    now: () => 1_790_000_000_000,
    ...more,
  })

let made = 0
const call = (surveyId = `s${made++}`, version: SurveyVersion = 'v021') => ({
  workspace: 'w1',
  version,
  bytes: new TextEncoder().encode(
    JSON.stringify({
      survey_id: surveyId,
      participant_id: 'p1',
      questions: { q1: 'Why?', q2: 'How?' },
      responses: { q1: 'Because it is the way it always was here.' },
    }),
  ),
  contentType: '',
  contentEncoding: '',
  turn: { key: 'k' },
})

describe('a failed analysis', () => {
  const failing = () => Promise.reject(new ThreadFailed('it took too long'))

  it.each(['v021', 'v012'] as const)(
    'returns all fields with an error and a warning in %s',
    async (version) => {
      const service = await openTestService(failing)
      const result = JSON.parse(await analyzeRequest(service, call(undefined, version)))
      expect(result).toMatchObject({
        error: true,
        flagged: false,
        num_checks_failed: 0,
        model: `byhand-${version}`,
        warning: expect.stringContaining('could not run'),
      })
      expect(logged.some((line) => line.includes('survey analysis failed'))).toBe(true)
      if (version === 'v012') return
      expect(result).toMatchObject({ checks: { q1: [], q2: [] }, effort_ratings: { q2: 1 } })
      expect(result.response_groups).toEqual({ q1: 1, q2: 0 })
      expect(result.effort_ratings).not.toHaveProperty('q1')
    },
  )

  it('runs again when the request is sent again', async () => {
    const request = call()
    await analyzeRequest(await openTestService(failing), request)
    const result = JSON.parse(await analyzeRequest(await openTestService(async () => plain), request))
    expect(result.error).toBe(false)
  })

  it('of one check is reported and keeps the results of the others', async () => {
    const failure = { check: 'Automated test: GPT', error: { name: 'Error', message: 'no', stack: '' } }
    const service = await openTestService(async () => ({
      ...plain,
      error: true,
      complete: false,
      warnings: ['The check "Automated test: GPT" could not run.'],
      failures: [failure],
      questions: plain.questions.map((question) => ({
        ...question,
        results: [explainedCheck('Response pasted', detected(1, 'It came at once.'))],
      })),
    }))
    const result = JSON.parse(await analyzeRequest(service, call()))
    expect(result).toMatchObject({ error: true, flagged: true, checks: { q1: ['Response pasted'] } })
    expect(logged.some((line) => line.includes('Automated test: GPT'))).toBe(true)
  })
})

describe('the second opinion', () => {
  it('adds failed checks and receives only answers that are not empty', async () => {
    const received: unknown[] = []
    const service = await openTestService(async () => plain, {
      secondOpinion: async (questions) => {
        received.push(...questions.map(({ text, answer }) => [text, answer]))
        return [['Automated test: Off-topic', 'Automated test: Junk']]
      },
    })
    const result = JSON.parse(await analyzeRequest(service, call()))
    expect(result.checks.q1).toEqual(['Automated test: Off-topic'])
    expect(received).toEqual([['Why?', 'Because it is the way it always was here.']])
  })

  it('adds a warning when it fails and runs again with the next request', async () => {
    const request = call()
    const service = await openTestService(async () => plain, {
      secondOpinion: () => Promise.reject(new Error('timeout')),
    })
    const result = JSON.parse(await analyzeRequest(service, request))
    expect(result).toMatchObject({
      error: false,
      flagged: false,
      warning: expect.stringContaining('second-opinion'),
    })
    const later = await openTestService(async () => plain, {
      secondOpinion: async () => [['Automated test: Profane']],
    })
    expect(JSON.parse(await analyzeRequest(later, request)).checks.q1).toEqual(['Automated test: Profane'])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { openSurveyPool, type SurveyPool } from './pool.ts'
import type { ReadBody } from './thread.ts'

let pool: SurveyPool | undefined
afterEach(() => pool?.close())

const bodyOf = (text: string): ReadBody => ({
  bytes: new TextEncoder().encode(text),
  contentType: '',
  contentEncoding: '',
  version: 'v021',
})
const REQUEST = '{"survey_id":"s","participant_id":"p","questions":{"q":"Why?"},"responses":{"q":"So."}}'
const NOTHING = { stats: [null], earlier: null, session: undefined }

/** A thread loads every model as it starts, on a machine that may have other things to do. */
const START_MS = 60_000

describe('the survey threads', { timeout: START_MS }, () => {
  it('read a body, and judge it on the same thread', async () => {
    pool = openSurveyPool({ threads: 1 })
    const { outcome, judged } = await pool.use(async (thread) => ({
      outcome: await thread.read(bodyOf(REQUEST)),
      judged: await thread.judge(NOTHING),
    }))
    expect(outcome).toMatchObject({ request: { surveyId: 's', participantId: 'p', questionIds: ['q'] } })
    expect(judged).toMatchObject({ questions: [{ id: 'q', empty: false }], error: false, failures: [] })
  })

  it('say what is wrong with a body', async () => {
    pool = openSurveyPool({ threads: 1 })
    const fault = await pool.use((thread) => thread.read(bodyOf('{')))
    expect(fault).toMatchObject({ fault: { code: 'invalid_json' } })
  })

  it('judge nothing that they did not read', async () => {
    pool = openSurveyPool({ threads: 1 })
    await expect(pool.use((thread) => thread.judge(NOTHING))).rejects.toThrow('nothing was read')
  })
})

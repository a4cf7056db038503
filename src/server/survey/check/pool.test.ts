import { afterEach, describe, expect, it } from 'vitest'
import type { RawBody } from '../request/parse.ts'
import { openSurveyPool, type SurveyPool } from './pool.ts'
import type { ParseReply } from './thread_protocol.ts'

let pool: SurveyPool | undefined
afterEach(() => pool?.close())

const bodyOf = (text: string): RawBody => ({
  bytes: new TextEncoder().encode(text),
  contentType: '',
  contentEncoding: '',
  version: 'v021',
})
const REQUEST = '{"survey_id":"s","participant_id":"p","questions":{"q":"Why?"},"responses":{"q":"So."}}'
const CONTEXT = { stats: [null], references: [], earlier: null, session: undefined }

const TURN = { workspace: 'w', key: 'k', bytes: 100 }

const idOf = (parsed: ParseReply) => ('parsedId' in parsed ? parsed.parsedId : 0)

/** A thread loads all models when it starts, perhaps on a busy machine. */
const START_MS = 60_000

describe('the survey threads', { timeout: START_MS }, () => {
  it('parse a body and analyze it on the same thread', async () => {
    pool = openSurveyPool({ threads: 1 })
    const { parsed, analysis } = await pool.use(TURN, async (thread) => {
      const parsed = await thread.parse('w', bodyOf(REQUEST))
      return { parsed, analysis: await thread.analyze(idOf(parsed), CONTEXT) }
    })
    expect(parsed).toMatchObject({ request: { surveyId: 's', participantId: 'p', questionIds: ['q'] } })
    expect(analysis).toMatchObject({ questions: [{ id: 'q', empty: false }], error: false, failures: [] })
  })

  it('report a fault in a body', async () => {
    pool = openSurveyPool({ threads: 1 })
    const fault = await pool.use(TURN, (thread) => thread.parse('w', bodyOf('{')))
    expect(fault).toMatchObject({ fault: { code: 'invalid_json' } })
  })

  it('analyze no request that they do not keep', async () => {
    pool = openSurveyPool({ threads: 1 })
    await expect(pool.use(TURN, (thread) => thread.analyze(1, CONTEXT))).rejects.toThrow(
      'has no stored request 1',
    )
  })

  it('keep one request, for one analysis', async () => {
    pool = openSurveyPool({ threads: 1 })
    await pool.use(TURN, async (thread) => {
      const first = idOf(await thread.parse('w', bodyOf(REQUEST)))
      const second = idOf(await thread.parse('w', bodyOf(REQUEST)))
      await expect(thread.analyze(first, CONTEXT)).rejects.toThrow(`has no stored request ${first}`)
      await thread.analyze(second, CONTEXT)
      await expect(thread.analyze(second, CONTEXT)).rejects.toThrow(`has no stored request ${second}`)
    })
  })
})

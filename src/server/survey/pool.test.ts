import { afterEach, describe, expect, it } from 'vitest'
import { openSurveyPool, type PoolOptions, type SurveyPool, ThreadFailed } from './pool.ts'
import type { JudgeContext, ReadBody } from './thread.ts'

/** A thread that does what its body says, and remembers what it read. */
const MISCHIEF = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let held
    parentPort.on('message', (asked) => {
      if ('judge' in asked) return parentPort.postMessage({ value: held })
      const wish = Buffer.from(asked.read.bytes).toString()
      held = wish
      if (wish === 'exit') process.exit(3)
      if (wish === 'throw') throw new Error('thrown outside any promise')
      if (wish === 'hang') for (;;);
      if (wish === 'fail') return parentPort.postMessage({ failure: 'no' })
      parentPort.postMessage({ value: wish })
    })
  `)}`,
)

let pool: SurveyPool | undefined
const open = (options: Partial<PoolOptions> = {}) => {
  pool = openSurveyPool({ threads: 1, queue: 10, file: MISCHIEF, ...options })
  return pool
}
afterEach(() => pool?.close())

const wish = (text: string): ReadBody => ({
  bytes: new TextEncoder().encode(text),
  contentType: '',
  contentEncoding: '',
  version: 'v021',
})
const NOTHING: JudgeContext = { learnt: [], earlier: null, session: undefined }

describe('the survey threads', () => {
  it('read with the real thread', async () => {
    pool = openSurveyPool({ threads: 1 })
    const body = '{"survey_id":"s","participant_id":"p","questions":{"q":"Why?"},"responses":{"q":"So."}}'
    const outcome = await pool.use((thread) => thread.read(wish(body)))
    expect(outcome).toMatchObject({ request: { surveyId: 's', participantId: 'p', questionIds: ['q'] } })
    const fault = await pool.use((thread) => thread.read(wish('{')))
    expect(fault).toMatchObject({ fault: { code: 'invalid_json' } })
  })

  it('belong to one request from reading to judging', async () => {
    const { use } = open()
    const both = (text: string) =>
      use(async (thread) => [await thread.read(wish(text)), await thread.judge(NOTHING)])
    expect(await Promise.all([both('one'), both('two')])).toEqual([
      ['one', 'one'],
      ['two', 'two'],
    ])
  })

  it.each(['exit', 'throw', 'fail'])('fail one request on %s and go on with the next', async (mischief) => {
    const { use } = open()
    await expect(use((thread) => thread.read(wish(mischief)))).rejects.toThrow(ThreadFailed)
    expect(await use((thread) => thread.read(wish('next')))).toBe('next')
  })

  it('are given up when they hang', async () => {
    const { use } = open({ stuckAfterMs: 300 })
    await expect(use((thread) => thread.read(wish('hang')))).rejects.toThrow('too long')
    expect(await use((thread) => thread.read(wish('next')))).toBe('next')
  })

  it('are free again when a request gives up between reading and judging', async () => {
    const { use } = open()
    const leave = use(async (thread) => {
      await thread.read(wish('one'))
      throw new Error('not needed any more')
    })
    await expect(leave).rejects.toThrow('not needed')
    expect(await use((thread) => thread.read(wish('next')))).toBe('next')
  })

  it('refuse more than may wait', async () => {
    const { use } = open({ queue: 1 })
    const answers = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => use((thread) => thread.read(wish(text)))),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: { code: 'overloaded' } })
  })
})

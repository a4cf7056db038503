/** Requests of the largest size from one key do not make the surveys of others wait. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SURVEY } from '../../src/contract/limits.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const WORDS =
  'because people walked along the river every morning with a quiet dog and often met some neighbor near the market'.split(
    ' ',
  )

/** Different words each time, so that no answer repeats another. */
let seed = 1
function word(): string {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return WORDS[Math.floor((seed / 2 ** 31) * WORDS.length)] as string
}
const text = (chars: number) =>
  Array.from({ length: chars / 4 }, word)
    .join(' ')
    .slice(0, chars)

const history = (steps: number) =>
  Array.from({ length: steps }, (_, at) => ({ s: 'x'.repeat(at % 50), t: at * 120 }))

let sent = 0
function body(questions: number, chars: number, steps = 0): string {
  const ids = Array.from({ length: questions }, (_, at) => `q${at}`)
  return JSON.stringify({
    survey_id: 's',
    participant_id: `p${sent++}`,
    questions: Object.fromEntries(ids.map((id) => [id, `What about ${id}?`])),
    responses: Object.fromEntries(ids.map((id) => [id, text(chars)])),
    ...(steps > 0 && { question_histories: Object.fromEntries(ids.map((id) => [id, history(steps)])) }),
  })
}
/** 2 MB. */
const largest = () => body(SURVEY.questions, SURVEY.answerChars)
/** About 15 MB with almost the most values that a request may have. */
const STEPS = 2_900
const small = () => body(2, 200)

/** Requests of the attack at once. */
const LARGE_AT_ONCE = 8
const MEASURED = 15
/** Of about 15 MB each. */
const MORE_THAN_A_KEY_GETS = 4

describe('survey requests', () => {
  let service: RunningService
  let attacker: TestWorkspace
  let other: TestWorkspace
  beforeAll(async () => {
    service = await runService({ BYHAND_SURVEY_TIME_PER_KEY: '30' })
    attacker = await service.workspace()
    other = await service.workspace()
  })
  afterAll(() => service.stop())

  const post = (key: string, content: string, signal?: AbortSignal) =>
    fetch(`${service.address}/survey-check/v021`, {
      method: 'POST',
      headers: { api_key: key, 'content-type': 'application/json' },
      body: content,
      ...(signal && { signal }),
    })

  async function medianMs(): Promise<number> {
    const took: number[] = []
    for (let at = 0; at < MEASURED; at++) {
      const content = small()
      const began = performance.now()
      const response = await post(other.secretKey, content)
      await response.text()
      took.push(performance.now() - began)
      expect(response.status).toBe(200)
    }
    return took.toSorted((a, b) => a - b)[Math.floor(MEASURED / 2)] as number
  }

  it('of one key that take seconds leave the others at most three times their time', async () => {
    // The first request loads the models.
    await medianMs()
    const alone = await medianMs()
    const contents = Array.from({ length: LARGE_AT_ONCE }, largest)
    const done: number[] = []
    const attack = contents.map((content) =>
      post(attacker.secretKey, content).then(async (response) => {
        await response.text()
        done.push(response.status)
      }),
    )
    // The second thread loads its models, and its code gets fast.
    await medianMs()
    const attacked = await medianMs()
    const doneMeanwhile = done.length
    await Promise.all(attack)
    // Control: the attack lasted longer than the measurement.
    expect(doneMeanwhile).toBeLessThan(LARGE_AT_ONCE)
    expect(new Set(done)).not.toContain(503)
    expect(attacked / alone).toBeLessThan(3)
  }, 300_000)

  it('beyond the time of a key are refused, with how much and when', async () => {
    const { secretKey } = await service.workspace()
    const content = body(SURVEY.questions, SURVEY.answerChars, STEPS)
    const responses = await Promise.all(
      Array.from({ length: MORE_THAN_A_KEY_GETS }, () => post(secretKey, content)),
    )
    const refused = responses.find(({ status }) => status === 429)
    expect(responses.map(({ status }) => status)).toContain(200)
    const seconds = Number(refused?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    const problem = (await refused?.json()) as { code: string; detail: string }
    expect(problem.code).toBe('rate_limited')
    expect(problem.detail).toMatch(
      new RegExp(
        `its 30 seconds of processor time per minute\\. Send this request again in ${seconds} seconds?\\.$`,
      ),
    )
    // Control: another key has its own time.
    expect((await post(other.secretKey, small())).status).toBe(200)
  }, 300_000)

  it('of the largest size are analyzed in full', async () => {
    const { secretKey } = await service.workspace()
    const content = body(SURVEY.questions, SURVEY.answerChars, STEPS)
    expect(content.length).toBeGreaterThan(0.8 * SURVEY.rawBytes)
    const response = await post(secretKey, content)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"error":false')])
  }, 300_000)

  it('leave the queue when their sender does', async () => {
    const { secretKey } = await service.workspace()
    const leaving = new AbortController()
    const attack = Array.from({ length: 3 }, () => post(secretKey, largest(), leaving.signal))
    const outcomes = Promise.allSettled(attack)
    const { pool } = service.services.survey
    await expect.poll(() => pool.waiting).toBe(2)
    leaving.abort()
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    await expect.poll(() => pool.waiting).toBe(0)
  }, 300_000)
})

/** Names and texts of any kind are returned unchanged, and never mix with those of another workspace. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from './api_client.ts'
import { amount, SEED, tell } from './attack_full.ts'
import { type CollectClient, collectClient, makeBatch, randomId, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { newSurveyId, type Send, surveyClient } from './survey_client.ts'

let service: RunningService
let mine: TestWorkspace
let theirs: TestWorkspace
let client: CollectClient
let sendMine: Send
let sendTheirs: Send
const prototypes = () =>
  JSON.stringify([Object, Array, String, Function].map((one) => Object.getOwnPropertyNames(one.prototype)))
const before = prototypes()

beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_RATE_SURVEYS_PER_KEY: '0', BYHAND_LOG_LEVEL: 'warn' })
  mine = await service.workspace()
  theirs = await service.workspace()
  client = collectClient(service.address)
  sendMine = surveyClient(service.address, mine.secretKey)
  sendTheirs = surveyClient(service.address, theirs.secretKey)
})
afterAll(async () => {
  client?.close()
  await service?.stop()
})

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'length',
  '0',
  '-1',
  '1e3',
  'null',
  'undefined',
  ' ',
  '.',
  '..',
  'a/b',
  'a\\b',
  '%2F',
  '"',
  "'",
  '`',
  '<b>',
  '&amp;',
  '=1+1',
  '\u202eabc',
  'a\u200bb',
  'e\u0301',
  'é',
  '👩‍👩‍👧‍👦',
  '\ufeff',
  '\u2028',
  '\t',
  '\r\n',
  '\x7f',
  '\x1b[31m',
] as const
const BYTES = 256
/** Any valid name: not empty, no NUL, no lone surrogate, and short enough. */
const name = fc
  .oneof(
    fc.constantFrom<string>(...NAMES),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  )
  .filter((text) => text.isWellFormed() && !text.includes('\0') && Buffer.byteLength(text) <= BYTES)

describe('a name', () => {
  const RUNS = amount(25, 1_000)

  it(`of a user or tag is returned unchanged, ${RUNS} times`, async () => {
    const get = apiClient(service.address, mine.secretKey)
    await fc.assert(
      fc.asyncProperty(name, fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), async (user, tags) => {
        const batch = makeBatch(mine.siteKey, { user_id: user, tags })
        const { status, text } = await client.post(batch)
        expect([status, text]).toEqual([200, text])
        const report = (await get(`/v1/sessions/${batch.session_id}/report`)).json
        expect([report.user_id, report.tags]).toEqual([user, tags])
        // Clients normalize dot segments of a path in any encoding, so these names go into the query.
        const isDots = /^\.{1,2}$/.test(user)
        const named = encodeURIComponent(user)
        const path = isDots ? `/v1/users/sessions?userId=${named}` : `/v1/users/${named}/sessions`
        const listed = (await get(path)).json
        expect(listed.user_id).toBe(user)
        expect(listed.sessions[0].session_id).toBe(batch.session_id)
        for (const tag of tags) {
          const tagged = (await get(`/v1/tags/sessions?tag=${encodeURIComponent(tag)}`)).json
          expect([tagged.tag, tagged.sessions[0].session_id]).toEqual([tag, batch.session_id])
        }
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(prototypes()).toBe(before)
  })

  it(`of a question is returned unchanged, ${RUNS} times`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
        name,
        name,
        async (ids, survey, participant) => {
          const map = (textOf: (id: string) => string) =>
            `{${ids.map((id) => `${JSON.stringify(id)}:${JSON.stringify(textOf(id))}`)}}`
          const body = `{"survey_id":${JSON.stringify(survey)},"participant_id":${JSON.stringify(participant)},"questions":${map((id) => `About ${id}?`)},"responses":${map(() => 'Nothing comes to mind.')}}`
          const { status, json } = await sendMine(body)
          expect(status).toBe(200)
          for (const field of ['checks', 'effort_ratings', 'response_groups']) {
            expect(Object.keys(json[field]).sort(), field).toEqual([...ids].sort())
          }
        },
      ),
      { numRuns: RUNS, seed: SEED },
    )
    expect(prototypes()).toBe(before)
    expect(service.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})

describe('a text', () => {
  const ANSWER = 'We moved here because of the garden and stayed because of the people next door.'
  const QUESTIONS = { q1: 'Why do you live where you live?' }
  const ask = async (survey: string, participant: string, q1: string) =>
    (
      await sendMine({
        survey_id: survey,
        participant_id: participant,
        questions: QUESTIONS,
        responses: { q1 },
      })
    ).json

  it.each([
    ['zero-width characters', (text: string) => text.replaceAll('e', 'e\u200b')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['directional marks', (text: string) => `\u202d${text}\u202c`],
    ['soft hyphens', (text: string) => text.replaceAll('n', 'n\u00ad')],
    ['other Unicode forms of letters', (text: string) => text.normalize('NFD').replaceAll('a', '\uff41')],
    ['a different case and other spaces', (text: string) => text.toUpperCase().replaceAll(' ', ' \u00a0')],
  ])('is recognized despite %s', async (_, disguise) => {
    const survey = newSurveyId()
    const first = await ask(survey, 'p1', ANSWER)
    const second = await ask(survey, 'p2', disguise(ANSWER))
    expect(first.checks.q1).not.toContain('Cross-duplicate response')
    expect(second.checks.q1).toContain('Cross-duplicate response')
    expect(second.response_groups).toEqual(first.response_groups)
    // A different text is not a duplicate.
    const other = await ask(
      survey,
      'p3',
      'Honestly it was the only flat with a lift that we could pay for back then.',
    )
    expect(other.checks.q1).not.toContain('Cross-duplicate response')
  })

  it('is stored well-formed, even with lone surrogates', async () => {
    const survey = newSurveyId()
    const body = JSON.stringify({
      survey_id: survey,
      participant_id: 'p',
      questions: QUESTIONS,
      responses: { q1: 'X' },
    })
    const { status } = await sendMine(
      body.replace('"X"', '"half \\ud800 of a pair \\udc00 and a mark \\u202e"'),
    )
    expect(status).toBe(200)
    const key = { workspace: mine.id, surveyId: survey, participantId: 'p' }
    const stored = await service.services.store.surveys.find(key)
    expect([stored?.request.isWellFormed(), stored?.result.isWellFormed()]).toEqual([true, true])
  })
})

describe('two workspaces', () => {
  const RUNS = amount(12, 1_000)

  it(`with the same survey, answers and device are never compared, ${RUNS} times`, async () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      minLength: 3,
      maxLength: 9,
    })
    const text = fc.array(word, { minLength: 6, maxLength: 14 }).map((words) => words.join(' '))
    let met = 0
    await fc.assert(
      fc.asyncProperty(name, text, fc.nat(), async (survey, answer, salt) => {
        const fingerprint_id = `device-${salt}-${randomId(6)}`
        const request = (participant: string) => ({
          survey_id: `${survey.slice(0, 20)}${salt}`.toWellFormed(),
          participant_id: participant,
          questions: { q1: 'What is on your mind?' },
          responses: { q1: answer },
          fingerprint_id,
        })
        // The same device has visited both.
        for (const { siteKey } of [mine, theirs]) {
          const device = [{ at: 'load', signals: { fingerprint_id } }]
          expect((await client.post(makeBatch(siteKey, { device }))).status).toBe(200)
        }
        const here = (await sendMine(request('p1'))).json
        const there = (await sendTheirs(request('p2'))).json
        for (const { checks, fingerprint_checks: device } of [here, there]) {
          if (checks.q1.includes('Cross-duplicate response') || device.duplicate) met++
          expect(device.error).toBe(false)
        }
        if (here.fingerprint_checks.device_id === there.fingerprint_checks.device_id) met++
        // In one workspace they are compared, so the test can detect a leak.
        const again = (await sendMine(request('p3'))).json
        expect(again.checks.q1).toContain('Cross-duplicate response')
        expect(again.fingerprint_checks).toMatchObject({
          duplicate: true,
          device_id: here.fingerprint_checks.device_id,
        })
      }),
      { numRuns: RUNS, seed: SEED },
    )
    tell('same survey, text and device in two workspaces', { cases: RUNS, met })
    expect(met).toBe(0)
  })
})

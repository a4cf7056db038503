/** The management API over HTTP, with recordings of the lab, for every store. */
import { gunzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeptRecording, readRecordings } from '../../research/lab/recordings.ts'
import { WEBHOOK_BODIES } from '../../src/contract/webhook_events.ts'
import { newWorkbook } from '../samples/new_workbook.ts'
import { apiClient } from './api_client.ts'
import { type ManageClient, manageClient } from './manage_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { surveyClient } from './survey_client.ts'
import { type Received, type Receiver, startReceiver } from './webhook_receiver.ts'

const NAMES = ['plain-headed-1', 'puppeteer-naive-headless-1', 'reader-headed-1', 'plain-headed-2'] as const
const recordings = new Map(readRecordings().map((recording) => [recording.name, recording]))
const idOf = (index: number) => `managed-session-${index}`.padEnd(22, '-')
const [PERSON, ROBOT, READER, LATER] = NAMES.map((_, index) => idOf(index)) as [
  string,
  string,
  string,
  string,
]
const ACCEPT = 'Auto-accept'
const REJECT = 'Auto-reject or high-priority review'

const SENTENCE = 'der kleine hund wartet am morgen vor der alten mühle'

export function manageSuite(store: () => Promise<Record<string, string>>): void {
  let service: RunningService
  let workspace: TestWorkspace
  let receiver: Receiver
  let ask: ManageClient
  let stranger: ManageClient
  let startedAt: number
  let everyKey: string

  const get = async (path: string) => {
    const answer = await ask('GET', path)
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }
  const ids = ({ items }: { items: { session_id: string }[] }) => items.map(({ session_id }) => session_id)

  beforeAll(async () => {
    receiver = await startReceiver()
    service = await runService({
      BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
      BYHAND_RATE_SURVEYS_PER_KEY: '0',
      ...(await store()),
    })
    workspace = await service.workspace()
    ask = await manageClient(service.address, (await workspace.key(['admin'])).key)
    stranger = await manageClient(service.address, (await (await service.workspace()).key(['admin'])).key)
    everyKey = (await workspace.key(['sessions', 'survey', 'admin'])).key
    startedAt = Date.now() - 3_600_000
    for (const [index, name] of NAMES.entries()) {
      const { batches } = recordings.get(name) as KeptRecording
      // Two sessions begin in the same millisecond, so that only the id orders them.
      const receivedAt = startedAt + Math.min(index, 2) * 1_000
      await workspace.append(idOf(index), batches, { userId: `user${index % 2}`, tags: ['lab'], receivedAt })
      await service.services.scoring.report({ workspace: workspace.id, sessionId: idOf(index) })
    }
  })
  afterAll(async () => {
    await service?.stop()
    await receiver?.close()
  })

  describe('the list of sessions', () => {
    it('filters by time, score, action, check, tag, user and label', async () => {
      const found = async (query: string) => ids(await get(`/v1/sessions?${query}`)).toSorted()
      expect(await found('')).toEqual([PERSON, ROBOT, READER, LATER])
      expect(await found(`since=${startedAt + 1_000}`)).toEqual([ROBOT, READER, LATER])
      expect(await found(`until=${new Date(startedAt + 1_000).toISOString()}`)).toEqual([PERSON])
      // The plus sign of a time zone is a space in a query.
      const berlin = new Date(startedAt + 3_600_000 + 1_000).toISOString().replace('Z', '+01:00')
      expect(await found(`since=${berlin}`)).toEqual([ROBOT, READER, LATER])
      expect(await found(`since=${encodeURIComponent(berlin)}`)).toEqual([ROBOT, READER, LATER])
      expect(await found('min_score=70')).toEqual([ROBOT])
      expect(await found('max_score=69')).not.toContain(ROBOT)
      expect(await found(`action=${encodeURIComponent(REJECT)}`)).toEqual([ROBOT])
      expect(await found('check=bot')).toEqual([ROBOT])
      expect(await found('user=user1')).toEqual([ROBOT, LATER])
      expect(await found('tag=lab&user=user0')).toEqual([PERSON, READER])
      expect(await found('tag=none')).toEqual([])
      expect(await found('label=bot')).toEqual([])
      expect((await stranger('GET', '/v1/sessions')).json.items).toEqual([])
    })

    it.each(['newest', 'oldest', 'score'])('has every session once over its pages: %s', async (order) => {
      const whole = ids(await get(`/v1/sessions?order=${order}`))
      const paged: string[] = []
      for (let rest = ''; ; ) {
        const page = await get(`/v1/sessions?order=${order}&limit=1${rest}`)
        paged.push(...ids(page))
        if (page.next === null) break
        rest = `&cursor=${page.next}`
      }
      expect(paged).toEqual(whole)
      expect(paged).toHaveLength(NAMES.length)
    })

    it.each([
      ['since=yesterday', 'since'],
      ['since=1794922000', 'since'],
      ['since=2026', 'since'],
      ['since=2026-02-30', 'since'],
      ['until=2026-02-29T00:00:00Z', 'until'],
      ['since=', 'since'],
      ['min_score=', 'min_score'],
      ['until=2026-13-40', 'until'],
      ['min_score=101', 'min_score'],
      ['action=Reject', 'action'],
      ['check=nothing', 'check'],
      ['country=de', 'country'],
      ['cursor=abc', 'cursor'],
      ['limit=0', 'limit'],
      ['nothing=1', 'nothing'],
      ['user=a&user=b', 'user'],
    ])('refuses %s and names the parameter', async (query, pointer) => {
      const { status, json } = await ask('GET', `/v1/sessions?${query}`)
      expect([status, json.code, json.errors[0].pointer]).toEqual([400, 'invalid_request', pointer])
    })
  })

  describe('a label', () => {
    const label = `/v1/sessions/${ROBOT}/label`

    it('overrides the action in reports, lists and exports, until it is removed', async () => {
      const read = apiClient(service.address, workspace.secretKey)
      const overridden = async () => {
        const report = (await read(`/v1/sessions/${ROBOT}/report`)).json
        const byUser = (await read('/v1/users/user1/sessions')).json.sessions
        const byTag = (await read('/v1/tags/lab/sessions')).json.sessions
        const listed = (await get('/v1/sessions')).items
        const exported = (await ask('GET', '/v1/exports/sessions')).text.trim().split('\n')
        const all = [
          report,
          ...[byUser, byTag, listed, exported.map((line) => JSON.parse(line))].map((records) =>
            records.find(({ session_id }: { session_id: string }) => session_id === ROBOT),
          ),
        ]
        return all.map(({ recommended_action, effective_action, overridden_by }) => ({
          recommended_action,
          effective_action,
          overridden_by,
        }))
      }
      const computed = { recommended_action: REJECT, effective_action: REJECT, overridden_by: null }
      for (const one of await overridden()) expect(one).toEqual(computed)

      const set = await ask('PUT', label, { label: 'person', note: 'called the customer' })
      expect(set.json).toEqual({
        label: { label: 'person', by: 'test', at: expect.any(Number), note: 'called the customer' },
        previous: null,
      })
      for (const one of await overridden()) {
        expect(one).toEqual({
          recommended_action: REJECT,
          effective_action: ACCEPT,
          overridden_by: set.json.label,
        })
      }
      expect((await get(label)).label).toEqual(set.json.label)
      expect(ids(await get('/v1/sessions?label=person'))).toEqual([ROBOT])

      const replaced = await ask('PUT', label, { label: 'bot' })
      expect(replaced.json).toMatchObject({
        label: { label: 'bot', note: '' },
        previous: { label: 'person' },
      })
      const cleared = await ask('DELETE', label)
      expect(cleared.json).toMatchObject({ label: null, previous: { label: 'bot' } })
      for (const one of await overridden()) expect(one).toEqual(computed)
      expect((await ask('DELETE', label)).json).toEqual({ label: null, previous: null })
    })

    it('is in the audit log with the name of the key, without its note', async () => {
      const entries = await service.services.store.audit.about(workspace.id, ROBOT)
      expect(entries.map(({ action, who, detail }) => [action, who, detail]).slice(0, 3)).toEqual([
        ['label_set', 'test', 'person'],
        ['label_set', 'test', 'bot, was person'],
        ['label_removed', 'test', 'was bot'],
      ])
      expect(entries[0]?.memberId).toMatch(/^key_/)
    })

    it('is refused when it is unknown, too long, or of a session elsewhere', async () => {
      expect((await ask('PUT', label, { label: 'robot' })).json.errors[0]).toEqual({
        pointer: '/label',
        detail: 'must be one of: person, bot',
      })
      expect((await ask('PUT', label, { label: 'bot', note: 'x'.repeat(1_001) })).status).toBe(400)
      for (const [method, body] of [['GET'], ['PUT', { label: 'bot' }], ['DELETE']] as const) {
        expect((await stranger(method, label, body)).json.code).toBe('session_not_found')
      }
      expect((await get(label)).label).toBeNull()
    })
  })

  describe('webhooks', () => {
    it('are created, tested, sent again, rotated, changed and deleted', async () => {
      const url = `${receiver.url}/hook`
      const created = await ask('POST', '/v1/webhooks', {
        url,
        events: ['session.risk_changed'],
        name: 'mine',
      })
      const { webhook, secret } = created.json
      const at = `/v1/webhooks/${webhook.id}`
      expect((await get('/v1/webhooks')).items).toEqual([webhook])
      expect(await get(at)).toEqual(webhook)

      expect((await ask('POST', `${at}/test`)).json).toMatchObject({ state: 'delivered', type: 'test' })
      const [first] = receiver.received as [Received]
      const verify = (key: string, { body, headers }: Received) =>
        new Webhook(key).verify(body, headers as Record<string, string>)
      expect(Compile(WEBHOOK_BODIES.test).Errors(verify(secret, first))).toEqual([])

      const [delivery] = (await get(`${at}/deliveries`)).items
      expect((await ask('POST', `/v1/deliveries/${delivery.id}/redeliver`)).json.event_id).toBe(
        delivery.event_id,
      )
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
      expect(receiver.received[1]?.headers['webhook-id']).toBe(first.headers['webhook-id'])

      const rotated = (await ask('POST', `${at}/rotate`, { overlap_hours: 1 })).json
      await ask('POST', `${at}/test`)
      for (const key of [secret, rotated.secret]) verify(key, receiver.received[2] as Received)

      expect((await ask('PATCH', at, { enabled: false })).json).toMatchObject({
        enabled: false,
        name: 'mine',
      })
      const pages = [(await get(`${at}/deliveries?limit=2`)).items]
      const { next } = await get(`${at}/deliveries?limit=2`)
      pages.push((await get(`${at}/deliveries?limit=2&cursor=${next}`)).items)
      expect(pages.flat()).toEqual((await get(`${at}/deliveries`)).items)

      for (const [method, path] of [
        ['GET', at],
        ['DELETE', at],
        ['POST', `${at}/test`],
      ] as const) {
        expect((await stranger(method, path)).json.code).toBe('not_found')
      }
      expect((await ask('DELETE', at)).json).toEqual({ done: true })
      expect((await ask('GET', at)).status).toBe(404)
    })

    it('send the effective action', async () => {
      const url = `${receiver.url}/labeled`
      const { webhook } = (await ask('POST', '/v1/webhooks', { url, events: ['session.risk_changed'] })).json
      const sessionId = 'labeled-session-------'
      const { batches } = recordings.get('puppeteer-naive-headless-1') as KeptRecording
      await workspace.append(sessionId, batches, { receivedAt: Date.now() + 60_000 })
      await ask('PUT', `/v1/sessions/${sessionId}/label`, { label: 'person', note: 'a tester' })
      await service.services.scoring.report({ workspace: workspace.id, sessionId })
      const sent = () => receiver.received.filter(({ path }) => path === '/labeled')
      await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(1)
      expect(JSON.parse(sent()[0]?.body ?? '').data).toMatchObject({
        session_id: sessionId,
        recommended_action: REJECT,
        effective_action: ACCEPT,
        overridden_by: { label: 'person', by: 'test', note: 'a tester' },
      })
      await ask('DELETE', `/v1/webhooks/${webhook.id}`)
      expect((await ask('POST', '/v1/erasures', { session_id: sessionId })).json).toMatchObject({
        sessions: 1,
        labels: 1,
      })
    })

    it.each([
      [{ url: 'ftp://example.org', events: ['survey.flagged'] }, '/url'],
      [{ url: 'https://example.org', events: [] }, '/events'],
      [{ url: 'https://example.org', events: ['nothing'] }, '/events/0'],
      [{ events: ['survey.flagged'] }, '/url'],
      [{ url: 'https://example.org', events: ['survey.flagged'], more: 1 }, '/more'],
    ])('are refused with %j, which names the field', async (body, pointer) => {
      const { status, json } = await ask('POST', '/v1/webhooks', body)
      expect([status, json.errors[0].pointer]).toEqual([400, pointer])
    })
  })

  describe('settings', () => {
    it('change one by one, and a what-if changes none', async () => {
      const before = await get('/v1/settings')
      const whatIf = await ask('POST', '/v1/settings/what-if', { monitor_only: true })
      expect(whatIf.json).toMatchObject({ computed_on: NAMES.length, changed: 1, before: { reject: 1 } })
      expect(await get('/v1/settings')).toEqual(before)

      const first = await ask('PATCH', '/v1/settings', { weights: { vpn: 12, tor: 9 } })
      expect(first.json).toMatchObject({ weights: { vpn: 12, tor: 9 }, bands: before.bands, rescoring: true })
      const second = await ask('PATCH', '/v1/settings', {
        weights: { vpn: null },
        retention: { survey_days: 30 },
      })
      expect(second.json.weights).toEqual({ tor: 9 })
      expect(second.json.retention).toEqual({ ...before.retention, survey_days: 30 })
      const last = await ask('PATCH', '/v1/settings', { weights: { tor: null }, bands: null })
      expect(last.json).toMatchObject({ weights: {}, bands: before.defaults.bands })
      expect((await stranger('GET', '/v1/settings')).json.retention.survey_days).toBeNull()
    })

    it('hold sentences for step-up verification', async () => {
      expect((await get('/v1/settings')).step_up_sentences).toEqual([])
      const set = await ask('PATCH', '/v1/settings', { step_up_sentences: [SENTENCE] })
      expect(set.json.step_up_sentences).toEqual([SENTENCE])
      await ask('PATCH', '/v1/settings', { monitor_only: false })
      expect((await get('/v1/settings')).step_up_sentences).toEqual([SENTENCE])
      const last = await ask('PATCH', '/v1/settings', { step_up_sentences: [] })
      expect(last.json.step_up_sentences).toEqual([])
    })

    it.each([
      [{ bands: [50, 40, 70] }, '/bands'],
      [{ weights: { nothing: 1 } }, '/weights/nothing'],
      [{ weights: { bot: -1 } }, '/weights/bot'],
      [{ retention: { session_days: 0 } }, '/retention/session_days'],
      [{ linked_sessions: 'some' }, '/linked_sessions'],
      [{ device_data: 'none' }, '/device_data'],
      [{ step_up_sentences: ['too short for a rhythm'] }, '/step_up_sentences/0'],
      [{ step_up_sentences: [SENTENCE, 'x'.repeat(201)] }, '/step_up_sentences/1'],
      [{ step_up_sentences: ['a'.repeat(46)] }, '/step_up_sentences/0'],
      [{ step_up_sentences: [`${SENTENCE} `] }, '/step_up_sentences/0'],
      [{ step_up_sentences: [SENTENCE.replace(' ', '\n')] }, '/step_up_sentences/0'],
      [{ step_up_sentences: [SENTENCE, SENTENCE] }, '/step_up_sentences/1'],
      [{ step_up_sentences: Array.from({ length: 51 }, (_, i) => `${SENTENCE} ${i}`) }, '/step_up_sentences'],
      [{ step_up_sentences: SENTENCE }, '/step_up_sentences'],
    ])('are refused with %j', async (body, pointer) => {
      const { status, json } = await ask('PATCH', '/v1/settings', body)
      expect([status, json.errors[0].pointer]).toEqual([400, pointer])
    })
  })

  describe('surveys', () => {
    it('are listed with participants and results, and analyzed from files', async () => {
      const send = surveyClient(service.address, workspace.secretKey)
      for (const participant of ['p1', 'p2', 'p3']) {
        await send({
          survey_id: 'a/b',
          participant_id: participant,
          questions: { q: 'What do you like about your town?' },
          responses: { q: `The bakery on the corner, and the ${participant} trees along the canal.` },
        })
      }
      const file =
        'participant_id,condition,What do you like?\np9,control,"=1+1 The market, and the river."\n'
      const created = await ask('POST', '/v1/survey-jobs?name=town.csv&survey_id=town', file)
      expect([created.status, created.json.state]).toEqual([202, 'running'])
      const job = `/v1/survey-jobs/${created.json.id}`
      await expect.poll(async () => (await get(job)).state, { timeout: 60_000 }).toBe('done')
      expect(await get(job)).toMatchObject({ total: 1, done: 1, problem: null, download: `${job}/result` })
      const result = await ask('GET', `${job}/result`)
      const columnsOf = (csv: string) => csv.split('\r\n', 1)[0]?.split(',')
      const document = JSON.parse(await (await fetch(`${service.address}/openapi.json`)).text())
      const { content } = document.paths['/v1/survey-jobs/{id}/result'].get.responses[200]
      const example = content['text/csv'].examples.example.value
      expect(columnsOf(result.text)).toEqual(expect.arrayContaining(columnsOf(example) ?? []))
      expect(result.headers.get('content-disposition')).toBe('attachment; filename="town-checked.csv"')
      expect((await get('/v1/survey-jobs')).items).toHaveLength(1)

      const { items } = await get('/v1/surveys')
      expect(items.map(({ survey_id }: { survey_id: string }) => survey_id).toSorted()).toEqual([
        'a/b',
        'town',
      ])
      const participants = '/v1/surveys/a%2Fb/participants'
      const first = await get(`${participants}?limit=2`)
      const rest = await get(`${participants}?limit=2&cursor=${first.next}`)
      const names = [...first.items, ...rest.items].map(({ participant_id }) => participant_id)
      expect([names, rest.next]).toEqual([['p3', 'p2', 'p1'], null])
      expect(await get(`${participants}/p2`)).toMatchObject({ survey_id: 'a/b', participant_id: 'p2' })

      const lines = (await ask('GET', '/v1/surveys/a%2Fb/results')).text.trim().split('\n')
      expect(lines.map((line) => JSON.parse(line).participant_id)).toEqual(['p3', 'p2', 'p1'])
      const csv = await ask('GET', '/v1/surveys/a%2Fb/results?format=csv')
      expect(csv.text.split('\r\n')[0]).toContain(
        'participant_id,byhand_analyzed_at,byhand_version,byhand_flagged',
      )
      expect((await ask('GET', '/v1/surveys/town/results?format=csv')).text).toContain('"\'=1+1 The market')
      const one = await ask('POST', `${participants}/p2/analyze-again`)
      expect([one.status, one.json.analyses.length]).toEqual([200, 2])
      const again = '/v1/surveys/a%2Fb/analyze-again'
      expect(await get(again)).toEqual({ requested_at: null, running: false, done: 0, participants: 3 })
      const all = await ask('POST', again)
      expect([all.status, all.json.participants]).toEqual([202, 3])
      await expect
        .poll(() => get(again), { timeout: 60_000 })
        .toMatchObject({ running: false, done: 3, requested_at: all.json.requested_at })
      // The first of equal answers was analyzed again when a copy arrived.
      expect((await get(`${participants}/p1`)).analyses).toHaveLength(3)
      for (const path of [participants, `${participants}/p2`, '/v1/surveys/a%2Fb/results', job, again]) {
        expect((await stranger('GET', path)).json.code).toBe('not_found')
      }
      for (const path of [again, `${participants}/p2/analyze-again`]) {
        expect((await stranger('POST', path)).json.code).toBe('not_found')
      }
      expect((await ask('GET', `${participants}?cursor=x`)).json.errors[0].pointer).toBe('cursor')
      expect((await ask('POST', '/v1/survey-jobs', '')).status).toBe(400)
    })
  })

  describe('a survey file', () => {
    const ROWS = [
      ['ResponseId', 'Warum?', 'Saldo'],
      ['R1', 'Der Markt ist schön ruhig, und ich kenne dort fast alle', '-1'],
      ['R2', 'Der Markt ist schön ruhig, und ich kenne dort fast alle', '=2'],
      ['R3', '', '3'],
    ]
    const finished = async (path: string, body: unknown) => {
      const created = await ask('POST', path, body)
      expect(created.status, created.text).toBe(202)
      const job = `/v1/survey-jobs/${created.json.id}`
      await expect.poll(async () => (await get(job)).state, { timeout: 60_000 }).not.toBe('running')
      return job
    }

    it('is a survey of its own if an earlier file has the same name, unless it names the survey', async () => {
      const file = (answer: string) => `participant_id,Why there?\np1,${answer}\n`
      const answers = [
        'The market is quiet and I know the people',
        'My sister lives there with her three dogs',
      ]
      const upload = (query: string, answer: string) =>
        finished(`/v1/survey-jobs?name=same.csv&columns=Why%20there%3F${query}`, file(answer))
      const [first, second] = [await upload('', answers[0] ?? ''), await upload('', answers[1] ?? '')]
      expect((await get(`${first}/summary`)).surveys).toEqual(['same'])
      expect((await get(`${second}/summary`)).surveys).toEqual(['same (2)'])

      // A named survey is joined, and the download of each file still has its own analysis.
      const before = (await ask('GET', `${first}/result`)).text
      const third = await upload('&survey_id=same', answers[1] ?? '')
      expect((await get(`${third}/summary`)).surveys).toEqual(['same'])
      const rowOf = (csv: string) => csv.split('\r\n')[1]?.split(',')
      const after = (await ask('GET', `${first}/result`)).text
      expect(after.split('\r\n')[0]).toBe(before.split('\r\n')[0])
      expect(rowOf(after)?.slice(0, 11)).toEqual(rowOf(before)?.slice(0, 11))
      expect((await ask('GET', `${third}/result`)).text).toContain(answers[1])
    })

    it('keeps its verdicts after another file of the same survey', async () => {
      const upload = (answer: string) =>
        finished('/v1/survey-jobs?name=a.csv&survey_id=joint', `participant_id,Why there?\np1,${answer}\n`)
      const first = await upload('The market is quiet and I know the people')
      const verdictIn = async (query: string) => {
        const [head = '', row = ''] = (await ask('GET', `${first}/result${query}`)).text.trim().split('\r\n')
        return row.split(',')[head.split(',').indexOf('byhand_effective_verdict')]
      }
      expect(await verdictIn('')).toBe('keep')
      await upload('My sister lives there with her three dogs')
      expect(await verdictIn('')).toBe('keep')
      expect(await verdictIn('?verdict=keep')).toBe('keep')
    })

    it('is the body, not a form', async () => {
      const form = { 'content-type': 'multipart/form-data; boundary=x' }
      for (const path of ['/v1/survey-jobs', '/v1/survey-jobs/inspect']) {
        const { status, json } = await ask('POST', path, '--x\r\n\r\nid,why\r\n--x--\r\n', form)
        expect([status, json.code]).toEqual([415, 'unsupported_media_type'])
        expect(json.detail).toContain('--data-binary @answers.csv')
      }
    })

    it('has one survey ID or a column with survey IDs', async () => {
      const { status, json } = await ask('POST', '/v1/survey-jobs?survey_id=a&survey_column=b', 'b,c\n1,2\n')
      const errors = [{ pointer: 'survey_column', detail: 'name exactly one of: survey_id, survey_column' }]
      expect([status, json.errors]).toEqual([400, errors])
    })

    it('may be a workbook, and is read and returned as the query says', async () => {
      const book = newWorkbook({ name: 'Notes', rows: [['x']] }, { name: 'Data', rows: ROWS })
      const query =
        'name=book.xlsx&survey_id=book&sheet=Data&header_rows=1&columns=column%202&questions=Why%20there%3F'
      const { json: view } = await ask('POST', `/v1/survey-jobs/inspect?${query}`, book)
      expect(view).toMatchObject({ format: 'xlsx', sheet: 'Data', sheets: ['Notes', 'Data'], rows: 3 })
      expect(view.columns.map(({ use }: { use: string }) => use)).toEqual(['participant', 'question', 'none'])

      const job = await finished(`/v1/survey-jobs?${query}`, book)
      expect(await get(job)).toMatchObject({ state: 'done', total: 3, flagged: 1 })
      expect(await get(`${job}/summary`)).toEqual({
        rows: 3,
        participants: 2,
        flagged: 1,
        verdicts: { keep: 0, review: 2, remove: 0 },
        rejected: 0,
        skipped: 1,
        surveys: ['book'],
        checks: [{ check: 'Cross-duplicate response', count: 1 }],
      })
      const cells = async (only: string) => {
        const { text, headers } = await ask('GET', `${job}/result${only}`)
        expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
        return text
          .replace('\uFEFF', '')
          .trim()
          .split('\r\n')
          .map((line) => line.split(',', 1)[0])
      }
      expect(await cells('')).toEqual(['ResponseId', 'R1', 'R2', 'R3'])
      // R1 is the first of two equal answers: it fails no check.
      expect(await cells('?only=flagged')).toEqual(['ResponseId', 'R2'])
      expect(await cells('?verdict=review')).toEqual(['ResponseId', 'R1', 'R2'])
      expect(await cells('?only=clean')).toEqual(['ResponseId'])
      expect((await ask('GET', `${job}/result?only=none`)).json.errors[0].pointer).toBe('only')
      const answer = await get('/v1/surveys/book/participants/R1')
      expect(answer.answers[0].question).toBe('Why there?')
      for (const path of [`${job}/summary`, `${job}/result?only=clean`]) {
        expect((await stranger('GET', path)).status).toBe(404)
      }
    })

    it('needs an encoding if it is not clear, and no message names an option of the command line', async () => {
      const bytes = Buffer.concat([Buffer.from('id,why\n1,'), Buffer.from('cfeef2eeecf320f7f2ee', 'hex')])
      const unclear = await ask('POST', '/v1/survey-jobs/inspect?name=r.csv', bytes)
      expect(unclear.status).toBe(400)
      expect(unclear.json.errors).toMatchObject([{ pointer: 'encoding' }])
      expect(unclear.json.errors[0].detail).toContain('windows-1251')
      const clear = await ask('POST', '/v1/survey-jobs/inspect?name=r.csv&encoding=windows-1251', bytes)
      expect(clear.json).toMatchObject({ encoding: 'windows-1251', rows: 1 })

      const failed = async (query: string, body: string | Buffer) =>
        (await get(await finished(`/v1/survey-jobs?${query}`, body))).problem
      expect(await failed('name=r.csv', bytes)).toBe(
        'The encoding of r.csv cannot be determined. Choose the encoding, for example windows-1251.',
      )
      expect(await failed('name=n.csv', 'id,n\n1,2\n')).toBe(
        'No column seems to contain open-ended answers. Choose the columns with answers.',
      )
      expect(await failed('name=u.csv&encoding=utf-8', Buffer.from('id,why\n1,\xff\n', 'latin1'))).toBe(
        'Row 2 of u.csv has bytes that are not valid UTF-8. Correct them, or choose another encoding.',
      )
      expect((await ask('POST', '/v1/survey-jobs?header_rows=4', 'a\n1\n')).json.errors[0].pointer).toBe(
        'header_rows',
      )
    })

    it('of API requests has questions, whose types go by their ids', async () => {
      const request = {
        survey_id: 'lines',
        participant_id: 'p1',
        questions: { who: 'Who cuts your hair?' },
        responses: { who: 'Xqzt' },
      }
      const body = `${JSON.stringify(request)}\n`
      const { json: view } = await ask('POST', '/v1/survey-jobs/inspect?name=a.ndjson', body)
      expect(view.questions).toEqual([{ id: 'who', text: 'Who cuts your hair?' }])
      const typed = await finished('/v1/survey-jobs?name=a.ndjson&question_types=who%3Dname', body)
      expect(await get(typed)).toMatchObject({ state: 'done', done: 1, problem: null })
    })
  })

  describe('the data of a person', () => {
    it('is exported, then erased, and another workspace has none of it', async () => {
      const subject = { participant_id: 'p1', survey_id: 'a/b' }
      const exported = async (client: ManageClient) =>
        JSON.parse((await client('POST', '/v1/exports/person', subject)).text).analyses
      expect(await exported(ask)).toHaveLength(1)
      expect(await exported(stranger)).toEqual([])
      expect((await stranger('POST', '/v1/erasures', subject)).json.analyses).toBe(0)
      expect((await ask('POST', '/v1/erasures', subject)).json.analyses).toBe(1)
      expect((await ask('POST', '/v1/erasures', subject)).json.analyses).toBe(0)
      expect(await exported(ask)).toEqual([])
      for (const unclear of [{}, { user_id: 'a', session_id: 'b' }]) {
        const { json } = await ask('POST', '/v1/erasures', unclear)
        const detail = 'must name exactly one of: user_id, session_id, participant_id'
        expect([json.code, json.errors]).toEqual(['invalid_request', [{ pointer: '', detail }]])
      }
      const { json } = await ask('POST', '/v1/exports/person', { user_id: 'a', survey_id: 'b' })
      expect(json.errors).toEqual([
        { pointer: '/survey_id', detail: 'goes with participant_id, not with user_id' },
      ])
    })
  })

  it('exports no CSV cell that a spreadsheet would run as a formula', async () => {
    const label = `/v1/sessions/${READER}/label`
    await ask('PUT', label, { label: 'person', note: '=1+1' })
    expect((await ask('GET', '/v1/exports/sessions?format=csv')).text).toContain(",'=1+1,")
    await ask('DELETE', label)
  })

  describe.each(['sessions', 'events'])('an export of %s', (subject) => {
    const path = `/v1/exports/${subject}`
    const rowsOf = (text: string) => text.split(/(?<=\n)/)

    it('has the same rows in one pass and resumed after any row', async () => {
      const whole = rowsOf((await ask('GET', path)).text)
      expect(whole.length).toBeGreaterThanOrEqual(NAMES.length)
      const step = Math.ceil(whole.length / 10)
      for (let done = 1; done <= whole.length; done += step) {
        const { cursor } = JSON.parse(whole[done - 1] as string)
        const rest = (await ask('GET', `${path}?cursor=${cursor}`)).text
        expect(rest).toBe(whole.slice(done).join(''))
      }
    })

    it('as CSV can be appended to, because only the first part has a header', async () => {
      const whole = (await ask('GET', `${path}?format=csv`)).text
      const rows = rowsOf(whole)
      expect(rows[0]).toMatch(/^session_id,.*,cursor\r\n$/)
      const half = Math.ceil(rows.length / 2)
      const cursor = (rows[half - 1] as string).trim().split(',').at(-1)
      const rest = (await ask('GET', `${path}?format=csv&cursor=${cursor}`)).text
      expect(rows.slice(0, half).join('') + rest).toBe(whole)
    })

    it('is compressed when the client accepts it', async () => {
      const plain = (await ask('GET', path, undefined, { 'accept-encoding': 'identity' })).text
      const key = (await workspace.key(['admin'])).key
      const { request } = await import('node:http')
      const { promise, resolve, reject } = Promise.withResolvers<[string | undefined, Buffer]>()
      const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'br, gzip' }
      request(service.address + path, { headers }, async (response) => {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part)
        resolve([response.headers['content-encoding'], Buffer.concat(parts)])
      })
        .on('error', reject)
        .end()
      const [encoding, body] = await promise
      expect(encoding).toBe('gzip')
      expect(gunzipSync(body).toString()).toBe(plain)
    })

    it('applies filters, refuses bad parameters and has nothing of another workspace', async () => {
      const filtered = rowsOf((await ask('GET', `${path}?min_score=70`)).text).map((row) => JSON.parse(row))
      expect(new Set(filtered.map(({ session_id }) => session_id))).toEqual(new Set([ROBOT]))
      for (const [query, pointer] of [
        ['format=xml', 'format'],
        ['cursor=abc', 'cursor'],
        ['limit=5', 'limit'],
        ['since=never', 'since'],
      ]) {
        const { status, json } = await ask('GET', `${path}?${query}`)
        expect([status, json.errors[0].pointer]).toEqual([400, pointer])
      }
      const { cursor } = filtered[0]
      expect((await stranger('GET', path)).text).toBe('')
      expect((await stranger('GET', `${path}?cursor=${cursor}`)).text).toBe('')
    })
  })

  it('refuses an unknown parameter on every route', async () => {
    type Documented = {
      requestBody?: { content: Record<string, { examples?: { example: { value: unknown } } }> }
    }
    const document = await fetch(`${service.address}/openapi.json`)
    const { paths } = (await document.json()) as { paths: Record<string, Record<string, Documented>> }
    const managed = Object.entries(paths).filter(([path]) => path.startsWith('/v1/'))
    for (const [path, methods] of managed) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const example = requestBody?.content['application/json']?.examples?.example.value
        const answer = await fetch(`${service.address}${path.replace(/\{\w+\}/g, 'x')}?zz=1`, {
          method: method.toUpperCase(),
          headers: { authorization: `Bearer ${everyKey}`, 'content-type': 'application/json' },
          ...(example !== undefined && { body: JSON.stringify(example) }),
        })
        const { errors } = await answer.json()
        const refused = [{ pointer: 'zz', detail: 'is not a known parameter' }]
        expect([method, path, answer.status, errors]).toEqual([method, path, 400, refused])
      }
    }
  })

  it('answers a wrong method with 405 and an unknown path with 404', async () => {
    const { status, headers } = await fetch(`${service.address}/v1/webhooks`, { method: 'PUT' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect((await fetch(`${service.address}/v1/nothing`)).status).toBe(404)
  })
}

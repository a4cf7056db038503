/** Asking the configured model for reference answers: nothing is stored, whatever it replies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatServer, type RawReply, startChatServer } from '../setup/chat_server.ts'
import { loginTo } from './dashboard_client.ts'
import { type ManageClient, manageClient } from './manage_client.ts'
import { QUESTIONS, REFERENCES } from './reference_answers.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const PATH = '/v1/surveys/spring/references'

describe('asking a chatbot', () => {
  let model: ChatServer
  let service: RunningService
  let workspace: TestWorkspace
  let ask: ManageClient
  let reply: (prompt: string, count: number) => string | RawReply | null

  beforeAll(async () => {
    model = await startChatServer((prompt, count) => reply(prompt, count))
    service = await runService({ BYHAND_SURVEY_SECOND_OPINION_URL: model.url })
    workspace = await service.workspace()
    ask = await manageClient(service.address, (await workspace.key(['admin'])).key)
  })
  afterAll(async () => {
    await service?.stop()
    await model?.stop()
  })

  const question = QUESTIONS.q1

  it('returns different usable answers and stores none', async () => {
    const german =
      'Mir gefallen vor allem die ruhigen Straßen und die freundlichen Nachbarn in meinem Viertel.'
    reply = (_, count) => [...REFERENCES.q1, german, 'Yes.'][count % (REFERENCES.q1.length + 2)] ?? ''
    const { status, json } = await ask('POST', `${PATH}/ask`, { question })
    expect(status).toBe(200)
    expect(json.references.toSorted()).toEqual(REFERENCES.q1.toSorted())
    expect((await ask('GET', PATH)).json).toEqual({ items: [], next: null })
    const stored = await ask('PUT', PATH, { question_id: 'q1', question, ...json })
    expect(stored.json.references).toHaveLength(REFERENCES.q1.length)
    await ask('DELETE', `${PATH}?question_id=q1`)
  })

  it.each([
    ['fails', { status: 500, body: 'secret detail' }, 'The model returned status 500. Nothing was stored.'],
    ['says nothing', '', 'The model gave no usable answers. Nothing was stored.'],
    ['is too brief', 'Yes.', 'The model gave no usable answers. Nothing was stored.'],
    [
      'replies without end',
      { body: '['.repeat(300_000) },
      'The reply of the model is too long. Nothing was stored.',
    ],
    ['replies in prose', { body: 'no' }, 'The reply of the model has no text. Nothing was stored.'],
  ])('says in one sentence that the model %s', async (_, given, detail) => {
    reply = () => given
    const { status, json } = await ask('POST', `${PATH}/ask`, { question })
    expect([status, json.code, json.detail]).toEqual([502, 'chatbot_failed', detail])
    expect((await ask('GET', PATH)).json).toEqual({ items: [], next: null })
  })

  it('asks nothing about a question that cannot have reference answers', async () => {
    reply = () => 'A strong sense of community.'
    const before = model.received.length
    for (const given of [' ', 'Was gefällt Ihnen an dem Ort, an dem Sie wohnen?', 'x'.repeat(10_001), 7]) {
      const { status, json } = await ask('POST', `${PATH}/ask`, { question: given })
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, '/question'])
    }
    expect(model.received.length).toBe(before)
  })

  it('asks one question of a workspace at a time', async () => {
    reply = () => 'A strong sense of community.'
    const other = await service.workspace()
    const stranger = await manageClient(service.address, (await other.key(['admin'])).key)
    const asked = await Promise.all([
      ask('POST', `${PATH}/ask`, { question }),
      ask('POST', `${PATH}/ask`, { question }),
      stranger('POST', `${PATH}/ask`, { question }),
    ])
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 200, 429])
    expect(asked[2]?.status).toBe(200)
    expect((await ask('POST', `${PATH}/ask`, { question })).status).toBe(200)
  })

  it('is for analysts, and only where a model is configured', async () => {
    reply = () => 'A strong sense of community.'
    const viewer = await loginTo(service, workspace.id, 'viewer')
    expect((await viewer.send('POST', '/surveys/spring/references/ask', { question })).status).toBe(403)
    const analyst = await loginTo(service, workspace.id, 'analyst')
    expect((await analyst.send('POST', '/surveys/spring/references/ask', { question })).status).toBe(200)
    const plain = await runService()
    const key = await (await plain.workspace()).key(['admin'])
    const { status, json } = await (await manageClient(plain.address, key.key))('POST', `${PATH}/ask`, {
      question,
    })
    expect([status, json.code]).toEqual([409, 'no_chatbot'])
    await plain.stop()
  })
})

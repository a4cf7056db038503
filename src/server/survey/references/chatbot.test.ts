import { afterEach, describe, expect, it } from 'vitest'
import { type ChatServer, startChatServer } from '../../../../test/setup/chat_server.ts'
import { openChat } from '../chat.ts'
import { openChatbot } from './chatbot.ts'

const QUESTION = 'What do you like about your town?'
const TIMEOUT_MS = 3_000

let server: ChatServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

/** What a model with these replies gives, and what it was asked. */
async function askModel(replyTo: Parameters<typeof startChatServer>[0]) {
  server = await startChatServer(replyTo)
  const ask = openChatbot(openChat({ url: server.url, key: 'secret', model: 'small' }), TIMEOUT_MS)
  return { answers: ask(QUESTION), server }
}

describe('a chatbot', () => {
  it('is asked in three styles, several times each, each in a new chat', async () => {
    const { answers, server: asked } = await askModel((prompt, count) => ` ${prompt} ${count}\n`)
    expect(new Set(await answers).size).toBe(12)
    expect((await answers).every((text) => text === text.trim())).toBe(true)
    const prompts = asked.received.map(({ body }) => body.messages)
    expect(prompts.every((messages) => messages.length === 1 && messages[0]?.role === 'user')).toBe(true)
    const different = new Set(prompts.map((messages) => messages[0]?.content))
    expect(different).toEqual(
      new Set([
        QUESTION,
        `Answer as a participant of this survey: ${QUESTION}`,
        `Answer in one short sentence: ${QUESTION}`,
      ]),
    )
    expect(asked.received[0]).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer secret' })
  })

  it('gives equal answers once, and neither empty nor too long ones', async () => {
    const { answers } = await askModel((_, count) => ['', 'The bakery.', 'x'.repeat(5_001)][count % 3] ?? '')
    expect(await answers).toEqual(['The bakery.'])
  })

  it('gives what it said before it failed or got slow', async () => {
    const { answers } = await askModel((_, count) => (count > 5 ? null : `Answer ${count}`))
    expect(await answers).toHaveLength(5)
  })

  it.each([
    ['an error', { status: 500, body: 'secret detail' }, 'The model returned status 500.'],
    ['a redirect', { status: 302, body: '' }, 'The model cannot be reached.'],
    ['prose', { body: 'not JSON' }, 'The reply of the model has no text.'],
    ['null', { body: 'null' }, 'The reply of the model has no text.'],
    ['a number', { body: '{"choices":[{"message":{"content":7}}]}' }, 'The reply of the model has no text.'],
    ['a huge reply', { body: 'x'.repeat(1_000_000) }, 'The reply of the model is too long.'],
    ['empty answers', '  ', 'The model gave no usable answers.'],
    ['nothing', null, 'The model did not reply before the timeout.'],
  ])('fails with one sentence when the server returns %s', async (_, reply, sentence) => {
    const { answers } = await askModel(() => reply)
    await expect(answers).rejects.toThrow(new RegExp(`^${sentence}$`))
  })
})

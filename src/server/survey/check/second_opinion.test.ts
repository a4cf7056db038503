import { afterEach, describe, expect, it } from 'vitest'
import { type ChatServer, type RawReply, startChatServer } from '../../../../test/setup/chat_server.ts'
import { openChat } from '../chat.ts'
import { openSecondOpinion } from './second_opinion.ts'

let server: ChatServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

/** A model with a fixed reply. */
async function model(reply: string | RawReply | null): Promise<ChatServer> {
  server = await startChatServer(() => reply)
  return server
}

const questions = [
  { text: 'Why?', answer: 'asdf jkl' },
  { text: 'How?', answer: 'By bus.' },
]

describe('a second opinion', () => {
  it('receives the texts only and maps labels to checks', async () => {
    const { url, received } = await model('{"answers":[["gibberish","nonsense","__proto__"],[]]}')
    const opinions = await openSecondOpinion(openChat({ url, key: 'secret', model: 'small' }))(questions)
    expect(opinions).toEqual([['Automated test: Gibberish', 'Automated test: Junk'], []])
    expect(received[0]).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer secret' })
    expect(received[0]?.body.model).toBe('small')
    expect(JSON.parse(received[0]?.body.messages[1]?.content ?? '')).toEqual(
      questions.map(({ text, answer }) => ({ question: text, answer })),
    )
  })

  it('is parsed from inside a code fence', async () => {
    const { url } = await model('```json\n{"answers":[[],["off_topic"]]}\n```')
    const [, second] = await openSecondOpinion(openChat({ url, model: 'm' }))(questions)
    expect(second).toEqual(['Automated test: Off-topic', 'Automated test: Junk'])
  })

  it.each([
    ['an error', { status: 500, body: '' }],
    ['a redirect', { status: 302, body: '' }],
    ['prose', 'I would rather not say.'],
    ['too few answers', '{"answers":[[]]}'],
    ['other JSON', { body: '{}' }],
    ['a reply that is too long', { body: 'x'.repeat(70_000) }],
  ])('fails when the server returns %s', async (_, reply) => {
    const { url } = await model(reply)
    await expect(openSecondOpinion(openChat({ url, model: 'm' }))(questions)).rejects.toThrow()
  })

  it('fails after a timeout', async () => {
    const { url } = await model(null)
    await expect(openSecondOpinion(openChat({ url, model: 'm' }), 50)(questions)).rejects.toThrow('timeout')
  })
})

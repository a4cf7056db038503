import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openSecondOpinion } from './second_opinion.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

interface Received {
  readonly url: string
  readonly authorization: string | undefined
  readonly body: { model: string; messages: { role: string; content: string }[] }
}

/** A local HTTP server in place of a model, with a fixed reply. */
async function model(
  status: number,
  content: string,
  raw = false,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url = '', headers } = request
    received.push({
      url,
      authorization: headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    if (status === 302) response.setHeader('location', 'http://127.0.0.1:1/')
    response.statusCode = status
    response.end(raw ? content : JSON.stringify({ choices: [{ message: { content } }] }))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received }
}

const questions = [
  { text: 'Why?', answer: 'asdf jkl' },
  { text: 'How?', answer: 'By bus.' },
]

describe('a second opinion', () => {
  it('receives the texts only and maps labels to checks', async () => {
    const { url, received } = await model(200, '{"answers":[["gibberish","nonsense","__proto__"],[]]}')
    const opinions = await openSecondOpinion({ url, key: 'secret', model: 'small' })(questions)
    expect(opinions).toEqual([['Automated test: Gibberish', 'Automated test: Junk'], []])
    expect(received[0]).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer secret' })
    expect(received[0]?.body.model).toBe('small')
    expect(JSON.parse(received[0]?.body.messages[1]?.content ?? '')).toEqual(
      questions.map(({ text, answer }) => ({ question: text, answer })),
    )
  })

  it('is parsed from inside a code fence', async () => {
    const { url } = await model(200, '```json\n{"answers":[[],["off_topic"]]}\n```')
    const [, second] = await openSecondOpinion({ url, model: 'm' })(questions)
    expect(second).toEqual(['Automated test: Off-topic', 'Automated test: Junk'])
  })

  it.each([
    ['an error', 500, '', false],
    ['a redirect', 302, '', false],
    ['prose', 200, 'I would rather not say.', false],
    ['too few answers', 200, '{"answers":[[]]}', false],
    ['other JSON', 200, '{}', true],
    ['a reply that is too long', 200, 'x'.repeat(70_000), true],
  ])('fails when the server returns %s', async (_, status, content, raw) => {
    const { url } = await model(status, content, raw)
    await expect(openSecondOpinion({ url, model: 'm' })(questions)).rejects.toThrow()
  })

  it('fails after a timeout', async () => {
    server = createServer(() => {})
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    await expect(openSecondOpinion({ url, model: 'm', timeoutMs: 50 })(questions)).rejects.toThrow('timeout')
  })
})

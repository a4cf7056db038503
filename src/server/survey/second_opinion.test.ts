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

interface Asked {
  readonly url: string
  readonly authorization: string | undefined
  readonly body: { model: string; messages: { role: string; content: string }[] }
}

/** A model's address on this machine that says what it is told to. */
async function model(status: number, content: string, raw = false): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url = '', headers } = request
    asked.push({
      url,
      authorization: headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    if (status === 302) response.setHeader('location', 'http://127.0.0.1:1/')
    response.statusCode = status
    response.end(raw ? content : JSON.stringify({ choices: [{ message: { content } }] }))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}

const questions = [
  { text: 'Why?', answer: 'asdf jkl' },
  { text: 'How?', answer: 'By bus.' },
]

describe('a second opinion', () => {
  it('is asked for with the texts alone, and translated', async () => {
    const { url, asked } = await model(200, '{"answers":[["gibberish","nonsense","__proto__"],[]]}')
    const opinions = await openSecondOpinion({ url, key: 'secret', model: 'small' })(questions)
    expect(opinions).toEqual([['Automated test: Gibberish', 'Automated test: Junk'], []])
    expect(asked[0]).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer secret' })
    expect(asked[0]?.body.model).toBe('small')
    expect(JSON.parse(asked[0]?.body.messages[1]?.content ?? '')).toEqual(
      questions.map(({ text, answer }) => ({ question: text, answer })),
    )
  })

  it('is read from inside a code fence', async () => {
    const { url } = await model(200, '```json\n{"answers":[[],["off_topic"]]}\n```')
    const [, second] = await openSecondOpinion({ url, model: 'm' })(questions)
    expect(second).toEqual(['Automated test: Off-topic', 'Automated test: Junk'])
  })

  it.each([
    ['an error', 500, '', false],
    ['a redirect', 302, '', false],
    ['prose', 200, 'I would rather not say.', false],
    ['too few answers', 200, '{"answers":[[]]}', false],
    ['nothing of the kind', 200, '{}', true],
    ['an endless answer', 200, 'x'.repeat(70_000), true],
  ])('is none when the address gives %s', async (_, status, content, raw) => {
    const { url } = await model(status, content, raw)
    await expect(openSecondOpinion({ url, model: 'm' })(questions)).rejects.toThrow()
  })

  it('is none when it takes too long', async () => {
    server = createServer(() => {})
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    await expect(openSecondOpinion({ url, model: 'm', timeoutMs: 50 })(questions)).rejects.toThrow('timeout')
  })
})

/** A local HTTP server in place of a language model. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedChat {
  readonly url: string
  readonly authorization: string | undefined
  readonly body: { model: string; messages: { role: string; content: string }[] }
}

export interface RawReply {
  readonly status?: number
  readonly body: string
}

export interface ChatServer {
  /** The base URL of its API. */
  readonly url: string
  readonly received: readonly ReceivedChat[]
  stop(): Promise<void>
}

/** `replyTo` gets the last message. It returns the text of the reply, a raw response, or null for none at all. */
export async function startChatServer(
  replyTo: (prompt: string, count: number) => string | RawReply | null,
): Promise<ChatServer> {
  const received: ReceivedChat[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url = '', headers } = request
    const body: ReceivedChat['body'] = JSON.parse(Buffer.concat(chunks).toString())
    received.push({ url, authorization: headers.authorization, body })
    const reply = replyTo(body.messages.at(-1)?.content ?? '', received.length)
    if (reply === null) return
    const { status = 200, body: text } =
      typeof reply === 'string'
        ? { body: JSON.stringify({ choices: [{ message: { content: reply } }] }) }
        : reply
    if (status === 302) response.setHeader('location', 'http://127.0.0.1:1/')
    response.statusCode = status
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

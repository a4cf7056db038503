/** Hands a request on to the service and its answer back, so that the demo can be driven with eyes in it. */
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'

export function passOn(
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  service: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host: _, ...headers } = incoming.headers
    const outgoing = ask(
      new URL(incoming.url as string, service),
      { method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.once('end', resolve)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

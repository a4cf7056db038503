/** Proxies a request to the service, so that the demo can be served with the layout reporter. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'

export function proxyRequest(
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  service: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host: _, ...headers } = incoming.headers
    const outgoing = httpRequest(
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

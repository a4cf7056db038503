/** Serves the one page of a probe. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function serveProbePage(html: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, close: () => server.close() }
}

/** Sends commands to the browser through an extension with `chrome.debugger`, which fetches them one after the other. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Send } from './cdp.ts'

export interface ExtensionBridge {
  readonly address: string
  readonly send: Send
  close(): void
}

interface Command {
  readonly request: string
  resolve(result: unknown): void
  reject(error: Error): void
}

export async function openExtensionBridge(): Promise<ExtensionBridge> {
  const waiting: Command[] = []
  let running: Command | undefined
  let asked: ServerResponse | undefined

  const pass = (): void => {
    if (asked === undefined) return
    running = waiting.shift()
    if (running === undefined) return
    asked.writeHead(200, { 'content-type': 'application/json' }).end(running.request)
    asked = undefined
  }
  const server = createServer(async (request, response) => {
    const { result, error } = JSON.parse(await text(request)) as { result?: unknown; error?: string }
    if (error === undefined) running?.resolve(result)
    else running?.reject(new Error(error))
    asked = response
    pass()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A run that ran out of time leaves its commands unanswered.
  server.unref()
  const send = (method: string, params: object = {}) =>
    new Promise((resolve, reject) => {
      waiting.push({ request: JSON.stringify({ method, params }), resolve, reject })
      pass()
    })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    send: send as Send,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Serves the volunteer page on this machine and waits until the volunteer finishes or refuses. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ASSISTANCE, type PageAddresses, POINTING_DEVICES, volunteerPage } from './page.ts'

/** What the volunteer says about the set-up. */
export interface SetUp {
  readonly pointing: string
  readonly assistance: string
}

export interface VolunteerServer {
  readonly address: string
  /** Undefined if the volunteer refused. */
  readonly done: Promise<SetUp | undefined>
  /** Answers the volunteer's last request with this message. */
  end(message: string): Promise<void>
}

const MAX_BODY_BYTES = 1_000

export async function startVolunteerServer(addresses: PageAddresses, port: number): Promise<VolunteerServer> {
  const page = volunteerPage(addresses)
  let finish: (setUp: SetUp | undefined) => void = () => {}
  const done = new Promise<SetUp | undefined>((resolve) => {
    finish = resolve
  })
  let answer: (message: string) => void = () => {}
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
      return
    }
    if (request.method !== 'POST' || (request.url !== '/finish' && request.url !== '/refuse')) {
      response.writeHead(404).end()
      return
    }
    const setUp = request.url === '/finish' ? setUpOf(await bodyOf(request)) : undefined
    answer = (message) =>
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
        .end(message)
    finish(setUp)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    done,
    end: (message) =>
      new Promise((resolve) => {
        answer(message)
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > MAX_BODY_BYTES) return ''
  }
  return body
}

/** Only the answers that the page offers. */
function setUpOf(body: string): SetUp {
  const said = (() => {
    try {
      return JSON.parse(body) as Partial<SetUp>
    } catch {
      return {}
    }
  })()
  const known = (names: readonly string[], name: string | undefined) =>
    names.find((known) => known === name) ?? 'other'
  return { pointing: known(POINTING_DEVICES, said.pointing), assistance: known(ASSISTANCE, said.assistance) }
}

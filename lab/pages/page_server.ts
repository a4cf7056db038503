/**
 * A page that is none of ours: another origin, plain HTML, one script tag. The demo is passed on from the service.
 * Listens to what the page's eyes see and to what other detectors say on the page that follows.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Verdicts } from '../recordings.ts'
import { type Eyes, openEyes, type Seen } from './eyes.ts'
import { passOn } from './pass_on.ts'

export interface PageServer {
  /** Without a path. */
  readonly origin: string
  /** The survey with this script tag in it, and a page of notes to copy from. */
  serve(scriptTag: string, notes: string): Served
  close(): Promise<void>
}

export interface Served {
  readonly eyes: Eyes
  /** The form has arrived. */
  readonly sent: Promise<void>
  readonly verdicts: Promise<OtherVerdicts>
}

export interface OtherVerdicts extends Verdicts {
  readonly userAgent: string
}

export async function startPageServer(otherDetectors: string, service: string): Promise<PageServer> {
  let tag = ''
  let notes = ''
  let eyes = openEyes()
  let hear: (verdicts: OtherVerdicts) => void = () => {}
  let receive: () => void = () => {}

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url as string).split('?', 1)[0] as string
    const body = request.method === 'POST' ? await bodyOf(request) : Buffer.alloc(0)
    const json = <Value>() => JSON.parse(body.toString('utf8')) as Value
    const html = (text: string) => give(response, 'text/html', text)
    const script = (text: string) => give(response, 'text/javascript', text)
    switch (path) {
      case '/':
        return html(file('survey.html').replace('<!-- byhand -->', tag))
      // The same form without our script, and a page of another purpose.
      case '/practice':
        return html(file('survey.html').replace('/thanks', '/notes'))
      case '/notes':
        return html(notesPage(notes))
      case '/thanks':
        receive()
        return html(file('thanks.html'))
      case '/demo':
        return giveDemo(request, response)
      case '/eyes.js':
      case '/leave.js':
        return script(file(path.slice(1)))
      case '/other_detectors.js':
        return script(otherDetectors)
      case '/eyes':
        eyes.look(json<Seen>())
        break
      case '/verdicts':
        hear(json<OtherVerdicts>())
        break
      case '/favicon.ico':
        break
      default:
        return passOn(request, body, response, service)
    }
    response.writeHead(204).end()
  }

  /** As the service gives it, its policy included, with eyes and a way out added. */
  async function giveDemo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await fetch(new URL(request.url as string, service))
    const html = await answer.text()
    const added = '<script src="/eyes.js" defer></script><script src="/leave.js" defer></script>'
    response.setHeader('content-security-policy', answer.headers.get('content-security-policy') ?? '')
    give(response, 'text/html', html.replace('</body>', `${added}</body>`))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    serve(scriptTag, text) {
      tag = scriptTag
      notes = text
      eyes = openEyes()
      const sent = new Promise<void>((resolve) => {
        receive = resolve
      })
      const verdicts = new Promise<OtherVerdicts>((resolve) => {
        hear = resolve
      })
      return { eyes, sent, verdicts }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const notesPage = (text: string): string =>
  `<!doctype html><title>Notes</title><link rel="icon" href="data:,"><p id="notes">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><script src="/eyes.js"></script>`

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

function give(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

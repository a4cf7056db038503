/**
 * A page that is none of ours: another origin, plain HTML, one script tag. Listens to what the page's eyes see and
 * to what other detectors say on the page that follows.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Verdicts } from '../recordings.ts'
import type { Targets } from '../scenario.ts'
import { type Eyes, openEyes, type Seen } from './eyes.ts'

export const SURVEY_TARGETS: Targets = {
  first: '#q1',
  choice: '#way-bike',
  otherChoice: '#plan-half',
  second: '#q2',
  submit: '#send',
}

export const SURVEY_NAMES: Targets = {
  first: 'Think of the last trip',
  choice: 'By bicycle',
  otherChoice: 'Close half of it',
  second: 'One thing you would change',
  submit: 'Send my answers',
}

export interface PageServer {
  readonly url: string
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

export async function startPageServer(otherDetectors: string): Promise<PageServer> {
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
    const body = request.method === 'POST' ? await bodyOf(request) : ''
    if (path === '/thanks') receive()
    if (path === '/eyes') eyes.look(JSON.parse(body) as Seen)
    else if (path === '/verdicts') hear(JSON.parse(body) as OtherVerdicts)
    else if (path === '/')
      return give(response, 'text/html', file('survey.html').replace('<!-- byhand -->', tag))
    // The same form without our script, and a page of another purpose.
    else if (path === '/practice')
      return give(response, 'text/html', file('survey.html').replace('/thanks', '/notes'))
    else if (path === '/notes') return give(response, 'text/html', notesPage(notes))
    else if (path === '/thanks') return give(response, 'text/html', file('thanks.html'))
    else if (path === '/eyes.js') return give(response, 'text/javascript', file('eyes.js'))
    else if (path === '/other_detectors.js') return give(response, 'text/javascript', otherDetectors)
    response.writeHead(204).end()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Serves a third-party page: another origin, plain HTML, one script tag. It
 * receives layouts from the page and results of the other detectors from the next page.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Verdicts } from '../recordings.ts'
import { createLayoutFeed, type LayoutFeed, type PageLayout } from './layout.ts'

export interface PageServer {
  /** Without a path. */
  readonly origin: string
  /** Serves the survey with this script tag, and a page of notes to copy from. */
  serve(scriptTag: string, notes: string): Served
  close(): Promise<void>
}

export interface Served {
  readonly layout: LayoutFeed
  /** Resolves when the form is submitted. */
  readonly sent: Promise<void>
  readonly verdicts: Promise<OtherVerdicts>
}

export interface OtherVerdicts extends Verdicts {
  readonly userAgent: string
}

export async function startPageServer(otherDetectors: string): Promise<PageServer> {
  let tag = ''
  let notes = ''
  let layout = createLayoutFeed()
  let receiveResults: (verdicts: OtherVerdicts) => void = () => {}
  let receiveForm: () => void = () => {}

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url as string).split('?', 1)[0] as string
    const body = request.method === 'POST' ? await bodyOf(request) : Buffer.alloc(0)
    const json = <Value>() => JSON.parse(body.toString('utf8')) as Value
    const html = (text: string) => send(response, 'text/html', text)
    const script = (text: string) => send(response, 'text/javascript', text)
    switch (path) {
      case '/':
        return html(file('survey.html').replace('<!-- byhand -->', tag))
      // The same form without our script, and a page with other content.
      case '/practice':
        return html(file('survey.html').replace('/thanks', '/notes'))
      case '/notes':
        return html(notesPage(notes))
      case '/thanks':
        receiveForm()
        return html(file('thanks.html'))
      case '/demo':
        return html(file('demo.html').replace('<!-- byhand -->', tag))
      case '/demo/demo.css':
        return send(response, 'text/css', file('demo.css'))
      case '/layout_reporter.js':
      case '/leave.js':
        return script(file(path.slice(1)))
      case '/other_detectors.js':
        return script(otherDetectors)
      case '/layout':
        layout.update(json<PageLayout>())
        break
      case '/verdicts':
        receiveResults(json<OtherVerdicts>())
        break
      case '/favicon.ico':
        break
      default:
        response.writeHead(404).end()
        return
    }
    response.writeHead(204).end()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    serve(scriptTag, text) {
      tag = scriptTag
      notes = text
      layout = createLayoutFeed()
      const sent = new Promise<void>((resolve) => {
        receiveForm = resolve
      })
      const verdicts = new Promise<OtherVerdicts>((resolve) => {
        receiveResults = resolve
      })
      return { layout, sent, verdicts }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const notesPage = (text: string): string =>
  `<!doctype html><title>Notes</title><link rel="icon" href="data:,"><p id="notes">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><script src="/layout_reporter.js"></script>`

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

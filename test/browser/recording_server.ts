/**
 * A stand-in for the service that stores every request. It serves pages and the built script, validates each batch
 * against the contract, and answers as the service would or with a fault that a test sets.
 */

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Compile } from 'typebox/compile'
import { Batch } from '../../src/contract/batch/batch.ts'
import { findRowFault, rowsToEvents } from '../../src/contract/batch/events.ts'
import { flatten } from '../../src/contract/batch/flat_rows.ts'
import type { EventOf, RowType, SessionEvent } from '../../src/contract/batch/rows.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { PATIENCE_MS } from '../setup/browser.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')

export interface ReceivedBatch {
  readonly batch: Batch
  readonly events: readonly SessionEvent[]
  readonly origin: string | undefined
  readonly contentType: string | undefined
  readonly bytes: number
  readonly receivedMs: number
}

export interface Reply {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly afterMs?: number
  /** Closes the connection without a response. */
  readonly cut?: boolean
}

export interface RecordingServer {
  readonly url: string
  /** The same server under another origin. */
  readonly otherUrl: string
  /** Every batch in order of arrival, including repetitions. */
  readonly batches: ReceivedBatch[]
  /** Raw bodies of all POST requests. */
  readonly bodies: string[]
  /** Requests without a valid batch, with the reason. */
  readonly faults: string[]
  /** The responses to the next batches; undefined: as the service does. */
  answer: ((batch: Batch, index: number) => Reply | undefined) | undefined
  /** Further pages by path, in addition to the fixtures. */
  readonly pages: Map<string, { body: string; headers?: Record<string, string> }>
  /** Waits until the condition holds for the received batches. */
  until(condition: () => boolean, what: string): Promise<void>
  /** Waits for the last batch of a page and all earlier ones. */
  untilWhole(isIt: (received: ReceivedBatch, index: number) => boolean): Promise<void>
  /** Each batch once, as the service would store it, in the order of recording. */
  stored(): ReceivedBatch[]
  /** All events of one type, in order, each batch once. */
  eventsOf<Type extends RowType>(
    type: Type,
  ): (EventOf<Type> & { readonly label: string; readonly role: string })[]
  reset(): void
  close(): Promise<void>
}

/** Built by test/setup/built_pages.ts before the run. */
const SCRIPT = join(import.meta.dirname, '../../dist/browser/byhand.js')
const WORKER = join(import.meta.dirname, '../../dist/browser/byhand-worker.js')

const schema = Compile(Batch)

export async function startRecordingServer(): Promise<RecordingServer> {
  const code = readFileSync(SCRIPT, 'utf8')
  const worker = readFileSync(WORKER, 'utf8')
  const waiting = new Set<() => void>()
  const seen = new Set<string>()

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      recording.faults.push(String(error))
      response.destroy()
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url as string).split('?', 1)[0] as string
    if (path === INGEST_PATH) return collect(request, response)
    if (path === '/byhand-worker.js') return give(response, worker, 'text/javascript', {})
    if (path === '/byhand.js') return give(response, code, 'text/javascript', {})
    const page = recording.pages.get(path)
    if (page) return give(response, page.body, 'text/html; charset=utf-8', page.headers ?? {})
    if (/^\/[\w-]+\.html$/.test(path)) {
      return give(response, readFileSync(join(FIXTURES, path), 'utf8'), 'text/html; charset=utf-8', {})
    }
    response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
  }

  function give(response: ServerResponse, body: string, type: string, headers: Record<string, string>): void {
    response
      .writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*', ...headers })
      .end(body)
  }

  async function collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    if (request.method !== 'POST')
      recording.faults.push(`${request.method} request: the script caused a preflight`)
    recording.bodies.push(body)
    const batch = check(body)
    const reply = batch && recording.answer?.(batch, recording.batches.length)
    if (batch && !reply?.cut) {
      recording.batches.push({
        batch,
        events: rowsToEvents(batch.rows, batch.start, batch.at),
        origin: request.headers.origin,
        contentType: request.headers['content-type'],
        bytes: Buffer.byteLength(body),
        receivedMs: performance.now(),
      })
    }
    if (reply?.afterMs) await new Promise((resolve) => setTimeout(resolve, reply.afterMs))
    for (const look of waiting) look()
    if (reply?.cut) {
      response.destroy()
      return
    }
    const headers = {
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
      ...reply?.headers,
    }
    if (reply) {
      response.writeHead(reply.status, headers).end(reply.body ?? '')
      return
    }
    const key = `${batch?.session_id} ${batch?.tab} ${batch?.seq}`
    const status = seen.has(key) ? 'repeated' : 'stored'
    seen.add(key)
    const token = `token-of-${batch?.session_id}`
    const challenge = batch?.token === undefined ? 'f1 weekly' : undefined
    response
      .writeHead(batch ? 200 : 400, headers)
      .end(JSON.stringify({ session_id: batch?.session_id, token, status, challenge }))
  }

  function check(body: string): Batch | undefined {
    try {
      const batch = JSON.parse(body) as Batch
      if (!schema.Check(batch)) throw new Error(`not a batch: ${JSON.stringify(schema.Errors(batch)[0])}`)
      const fault = findRowFault(flatten(batch.rows), batch.names.length)
      if (fault) throw new Error(`${fault.pointer}: ${fault.detail} in ${JSON.stringify(batch.rows)}`)
      return batch
    } catch (error) {
      recording.faults.push(`${(error as Error).message}: ${body.slice(0, 300)}`)
      return undefined
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const recording: RecordingServer = {
    url: `http://127.0.0.1:${port}`,
    otherUrl: `http://localhost:${port}`,
    batches: [],
    bodies: [],
    faults: [],
    answer: undefined,
    pages: new Map(),
    until: (condition, what) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!condition()) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          const rows = recording.batches.map(({ batch }) => `${batch.seq}: ${batch.rows.length} rows`)
          reject(
            new Error(
              `timed out waiting for ${what}; batches ${rows.join(', ')}; faults ${recording.faults.join(', ')}`,
            ),
          )
        }, PATIENCE_MS)
        waiting.add(look)
        look()
      }),
    untilWhole: (isIt) =>
      recording.until(() => {
        const last = recording.batches.findLast((one, index) => one.batch.final && isIt(one, index))
        const { tab, seq = 0 } = last?.batch ?? {}
        const before = recording.batches.filter(({ batch }) => batch.tab === tab && batch.seq < seq)
        return last !== undefined && new Set(before.map(({ batch }) => batch.seq)).size === seq
      }, 'every batch of a page'),
    stored: () => {
      const once = new Map<string, ReceivedBatch>()
      for (const one of recording.batches) {
        const key = `${one.batch.session_id} ${one.batch.tab} ${one.batch.seq}`
        if (!once.has(key)) once.set(key, one)
      }
      const place = ({ batch }: ReceivedBatch) => batch.page * 1_000_000 + batch.seq
      return [...once.values()].sort((a, b) => place(a) - place(b))
    },
    eventsOf: (type) =>
      recording.stored().flatMap(({ batch, events }) =>
        events
          .filter((event) => event.type === type)
          .map((event) => {
            const [role = '', label = ''] = batch.names['name' in event ? event.name : -1] ?? []
            return { ...event, role, label }
          }),
      ) as never,
    reset: () => {
      recording.batches.length = recording.bodies.length = recording.faults.length = 0
      recording.answer = undefined
      seen.clear()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return recording
}

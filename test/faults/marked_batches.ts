/**
 * Batches that can be identified through the API: each clicks a button with a unique name, so a batch is stored if and
 * only if the session's event log contains its button.
 */
import { randomBytes } from 'node:crypto'
import { decodeBatch } from '../../src/contract/batch/codec.ts'
import { ROWS } from '../../src/contract/batch/rows.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import type { Store } from '../../src/store/store.ts'
import { inParallel } from './engines.ts'
import type { ServiceKeys } from './service_process.ts'

/** The number of dropped rows that every batch reports. */
export const DROPPED_ROWS = 2

/** Concurrent reads of sessions. */
const READERS = 4
const READ_ATTEMPTS = 40
const READ_PAUSE_MS = 250

const randomId = (bytes: number) => randomBytes(bytes).toString('base64url')

export interface Sender {
  readonly sessionId: string
  /** Names of the batches answered with 200. */
  readonly acknowledged: string[]
  /** Responses counted by status; `failed`: no response. */
  readonly answers: Map<number | 'failed', number>
  /** The Retry-After of the last refusal. */
  retryAfter(): string | null
  /** Why the last attempt without a response failed. */
  failure(): string | undefined
  /** Sends the next batch, or the same one again after a failure. */
  send(address: string): Promise<number | 'failed'>
}

export interface SenderOptions {
  /** For the control: a batch without a response is sent again under a new number. */
  readonly renumbers?: boolean
}

export function makeSender({ siteKey }: ServiceKeys, { renumbers = false }: SenderOptions = {}): Sender {
  const sessionId = randomId(16)
  const tab_secret = randomId(16)
  const tab = randomId(6)
  const acknowledged: string[] = []
  const answers = new Map<number | 'failed', number>()
  const origin = Date.now()
  let token: string | undefined
  let seq = 0
  let body: string | undefined
  let name = ''
  let retryAfter: string | null = null
  let failure: string | undefined

  function nextBody(): string {
    if (!renumbers || body === undefined) name = `batch ${seq} of ${tab}`
    const start = seq * 10_000
    return JSON.stringify({
      v: 1,
      site_key: siteKey,
      session_id: sessionId,
      ...(token === undefined ? { tab_secret } : { token }),
      tab,
      page: 0,
      seq,
      sent_at: origin + seq * 1000,
      time_origin: origin,
      start,
      at: [0, 0],
      names: [['button', name]],
      dropped: DROPPED_ROWS,
      rows: [[ROWS.click.code, 10, 5, 5, 1, 2, 0, 0, 80, 30, 0]],
    })
  }

  return {
    sessionId,
    acknowledged,
    answers,
    retryAfter: () => retryAfter,
    failure: () => failure,
    async send(address) {
      if (body !== undefined && renumbers) {
        seq++
        body = nextBody()
      }
      body ??= nextBody()
      const status = await post(`${address}${INGEST_PATH}`, body)
        .then(async (answer) => {
          if (answer.status === 200) {
            token = ((await answer.json()) as { token: string }).token
            acknowledged.push(name)
            seq++
            body = undefined
          } else {
            retryAfter = answer.headers.get('retry-after')
            await answer.arrayBuffer()
          }
          return answer.status
        })
        .catch((error: Error) => {
          failure = `${error.message}: ${error.cause}`
          return 'failed' as const
        })
      answers.set(status, (answers.get(status) ?? 0) + 1)
      return status
    },
  }
}

const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body })

export interface Kept {
  /** Acknowledged, but not in the log. */
  readonly lost: string[]
  /** In the log more than once. */
  readonly duplicated: string[]
}

/** Finds acknowledged batches that the running service does not return. */
export async function findLost(
  address: string,
  { secretKey }: ServiceKeys,
  senders: readonly Sender[],
): Promise<Kept> {
  const lost: string[] = []
  const duplicated: string[] = []
  await inParallel(READERS, senders.length, async (index) => {
    const { sessionId, acknowledged } = senders[index] as Sender
    if (acknowledged.length === 0) return
    const actions = await readLog(`${address}/v1/sessions/${sessionId}/events`, secretKey)
    compare(
      acknowledged.map((name) => `Clicked "${name}"`),
      actions,
      { lost, duplicated },
    )
  })
  return { lost, duplicated }
}

/** A service may answer 503 right after a restart, so only 503 is retried. */
async function readLog(url: string, secretKey: string): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${secretKey}` } })
    if (answer.ok) {
      const { events } = (await answer.json()) as { events: { action: string }[] }
      return events.map(({ action }) => action)
    }
    await answer.arrayBuffer()
    if (answer.status === 404) return []
    if (answer.status !== 503 || attempt === READ_ATTEMPTS) {
      throw new Error(`reading the events failed with status ${answer.status}`)
    }
    await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS))
  }
}

function compare(expected: readonly string[], found: readonly string[], kept: Kept): void {
  const seen = new Map<string, number>()
  for (const name of found) seen.set(name, (seen.get(name) ?? 0) + 1)
  for (const name of expected) {
    const times = seen.get(name) ?? 0
    if (times === 0) kept.lost.push(name)
    if (times > 1) kept.duplicated.push(name)
  }
}

/** Like `findLost`, but reads the store directly. */
export async function findLostInStore(
  store: Store,
  senders: readonly Pick<Sender, 'sessionId' | 'acknowledged'>[],
): Promise<Kept> {
  const kept: Kept = { lost: [], duplicated: [] }
  const [workspace] = await store.keys.workspaces()
  if (!workspace) throw new Error('the workspace is missing')
  for (const { sessionId, acknowledged } of senders) {
    if (acknowledged.length === 0) continue
    const batches = await store.sessions.batches({ workspace: workspace.id, sessionId })
    const found = batches.map(({ bytes }) => String(decodeBatch(bytes).batch.names[0]?.[1]))
    compare(acknowledged, found, kept)
  }
  return kept
}

/** Number of attempts, with or without a response. */
export const sentBy = (senders: readonly Sender[]): number =>
  senders.reduce((sum, { answers }) => sum + [...answers.values()].reduce((a, b) => a + b, 0), 0)

export const acknowledgedBy = (senders: readonly Sender[]): number =>
  senders.reduce((sum, sender) => sum + sender.acknowledged.length, 0)

/** What each sender got, for the message of a test that waited in vain. */
export const answersOf = (senders: readonly Sender[]): unknown =>
  senders.map(({ answers, failure }) => ({ answers: [...answers], failure: failure() }))

/** Pause of a sender after a refusal. */
const PAUSE_AFTER_REFUSAL_MS = 20

/** Keeps all senders busy until `stop` returns true or the service does not respond. */
export async function sendUntil(
  address: string,
  senders: readonly Sender[],
  stop: () => boolean,
): Promise<void> {
  await Promise.all(
    senders.map(async (sender) => {
      while (!stop()) {
        const status = await sender.send(address)
        if (status === 'failed') return
        if (status !== 200) await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_REFUSAL_MS))
      }
    }),
  )
}

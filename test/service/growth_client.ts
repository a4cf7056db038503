/**
 * Visitors of a service with several nodes, any of which may be down. Every request goes to the next node, and to the
 * one after it if there is no response or a Retry-After, as the browser script and a load balancer would do.
 */

import { hash } from 'node:crypto'
import { randomId, realisticBatch } from '../../research/bench/realistic_batch.ts'
import { ROWS } from '../../src/contract/batch/rows.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { inParallel, until } from '../faults/engines.ts'
import type { ServiceProcess } from '../faults/service_process.ts'

const VISITORS = 4
/** Of each visit. */
const BATCHES = 8
const TRIES = 60
const PAUSE_MS = 50
/** Concurrent reads of logs. */
const READERS = 4

export interface Balancer {
  /** Addresses of the nodes that are expected to be up. */
  readonly addresses: string[]
  /** Failed attempts that were repeated. */
  retried: number
  next(): string
}

export function makeBalancer(addresses: readonly string[]): Balancer {
  let turn = 0
  const live = [...addresses]
  return { addresses: live, retried: 0, next: () => live[turn++ % live.length] as string }
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Repeats a request until it succeeds; returns the last rejection if all attempts fail. */
export async function ask(balancer: Balancer, path: string, init: RequestInit = {}): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(balancer.next() + path, init).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }),
    )
    if ((answer.status !== 0 && answer.status < 500) || attempt === TRIES) return answer
    balancer.retried++
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

export interface Visit {
  readonly sessionId: string
  /** Names of the buttons clicked in acknowledged batches; each is in the log once. */
  readonly acknowledged: string[]
  /** Final statuses other than 200. */
  readonly refused: number[]
  readonly isWhole: boolean
}

export interface VisitOptions {
  readonly siteKey: string
  readonly seed: number
  readonly batches: number
  onAcknowledged?(): void
  /** A faulty client for the control: it ignores the first response and sends its batch again under another number. */
  readonly renumbers?: boolean
}

export async function visit(balancer: Balancer, options: VisitOptions): Promise<Visit> {
  const { siteKey, seed, batches, onAcknowledged, renumbers = false } = options
  const random = randomFor(`visit ${seed}`)
  const words = {
    siteKey,
    sessionId: randomId(random, 22),
    tabSecret: randomId(random, 22),
    tab: randomId(random, 8),
    userId: `user ${seed % 7}`,
    tags: ['growth', `seed ${seed % 5}`],
  }
  const made = { sessionId: words.sessionId, acknowledged: [] as string[], refused: [] as number[] }
  const begun = Date.now()
  let token: string | undefined
  let seq = 0
  for (let number = 0; number < batches; number++) {
    const name = `batch ${number} of ${words.tab}`
    const send = async () => {
      const numbered = { ...words, seq, ...(token !== undefined && { token }) }
      const batch = marked(
        realisticBatch(randomFor(`${seed} ${number}`), numbered, begun + number * 5_000),
        name,
      )
      const answer = await ask(balancer, INGEST_PATH, { method: 'POST', body: JSON.stringify(batch) })
      seq++
      if (answer.status !== 200) return answer.status
      token = JSON.parse(answer.text).token
      return 200
    }
    if (renumbers && number === 1) await send()
    const status = await send()
    if (status === 200) {
      made.acknowledged.push(name)
      onAcknowledged?.()
    } else made.refused.push(status)
  }
  return { ...made, isWhole: made.acknowledged.length === batches }
}

/**
 * Returns a sequence that is independent of the sequences of other names. Visits with a common part of one long
 * sequence would be detected as replays.
 */
function randomFor(name: string): () => number {
  let drawn = 0
  let numbers: number[] = []
  return () => {
    if (numbers.length === 0) {
      const digest = hash('sha512', `${name}/${drawn++}`, 'buffer')
      numbers = Array.from({ length: 16 }, (_, index) => digest.readUInt32LE(index * 4) / 2 ** 32)
    }
    return numbers.pop() as number
  }
}

type Batch = ReturnType<typeof realisticBatch>

/** One more click on a button with a unique name. */
function marked(batch: Batch, name: string): Batch {
  const names = [...(batch.names ?? []), ['button', name] as const] as Batch['names']
  const at = (names?.length ?? 1) - 1
  return { ...batch, names, rows: [...batch.rows, [ROWS.click.code, 10, 5, 5, 1, 2, 0, 0, 80, 30, at]] }
}

/** Visitors who come until `work` is done. `more` waits until so many more batches are acknowledged. */
export async function visitMeanwhile(
  balancer: Balancer,
  siteKey: string,
  work: (more: (batches: number) => Promise<void>) => Promise<void>,
): Promise<{ readonly visits: Visit[]; readonly acknowledged: number }> {
  const visits: Visit[] = []
  let acknowledged = 0
  let seed = 1
  let isDone = false
  const onAcknowledged = () => acknowledged++
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!isDone)
      visits.push(await visit(balancer, { siteKey, seed: seed++, batches: BATCHES, onAcknowledged }))
  })
  try {
    await work((batches) => {
      const least = acknowledged + batches
      return until(() => acknowledged >= least)
    })
  } finally {
    isDone = true
    await Promise.all(visitors)
  }
  return { visits, acknowledged }
}

/** Kills a node and starts another in its place. */
export async function replaceNode(
  balancer: Balancer,
  nodes: ServiceProcess[],
  index: number,
  start: (index: number) => Promise<ServiceProcess>,
): Promise<void> {
  const { address, kill } = nodes[index] as ServiceProcess
  await kill('SIGKILL')
  const started = await start(index)
  nodes[index] = started
  balancer.addresses.splice(balancer.addresses.indexOf(address), 1, started.address)
}

export interface Kept {
  readonly lost: string[]
  readonly doubled: string[]
}

/** Compares the acknowledged batches with the event log of each visit. */
export async function lookFor(
  balancer: Balancer,
  secretKey: string,
  visits: readonly Visit[],
): Promise<Kept> {
  const kept: Kept = { lost: [], doubled: [] }
  await inParallel(READERS, visits.length, async (index) => {
    const { sessionId, acknowledged } = visits[index] as Visit
    const headers = { authorization: `Bearer ${secretKey}` }
    const { status, text } = await ask(balancer, `/v1/sessions/${sessionId}/events`, { headers })
    const events = status === 200 ? (JSON.parse(text) as { events: { action: string }[] }).events : []
    for (const name of acknowledged) {
      const times = events.filter(({ action }) => action === `Clicked "${name}"`).length
      if (times === 0) kept.lost.push(name)
      if (times > 1) kept.doubled.push(name)
    }
  })
  return kept
}

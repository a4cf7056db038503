/**
 * Sends batches in order, one request at a time, with retries. The page is never affected. Unsent batches are kept in
 * the tab for its next page.
 */
import { guarded, isStopped, later } from './guard.ts'
import { stringify } from './json.ts'
import {
  attempt,
  bytesOf,
  max,
  min,
  nav,
  parseJson,
  random,
  round,
  setTimer,
  storage,
  timeOriginMs,
  wallClockMs,
} from './natives.ts'
import { type Answer, CORRUPTED, post, RETRY, STORED } from './post.ts'
import { encodeRows, isMove, type Rows } from './rows.ts'
import * as session from './session.ts'

/** Attempts in a row without a response; then this document sends nothing until the browser is online again. */
const MAX_TRIES = 5
const FIRST_WAIT_MS = 1000
const WAIT_GROWTH = 4
const LONGEST_WAIT_MS = 60_000

/** Browsers share 64 KiB among all requests that outlive their page. */
const KEEPALIVE_BYTES = 48 * 1024

/** Limit for waiting batches in memory, at 4 bytes per integer; beyond it, the oldest moves are dropped first. */
const MEMORY_BYTES = 256 * 1024
/** Characters kept for the tab's next page: UTF-16, so twice as many bytes. */
const STORAGE_CHARS = 200 * 1024

interface Waiting {
  readonly id: string
  readonly tabSecret: string
  /** Undefined once the body is written. */
  taken: Rows | undefined
  /** Everything but the credentials and the time of sending, which differ between attempts. */
  body: string
  /** Bytes in flight with `keepalive`. Negative: an earlier page sent it in this way and got no response. */
  flightBytes: number
}

interface Route {
  readonly ingestUrl: string
  readonly outbox: string
  /** Nothing leaves the browser before this is true. */
  readonly isAllowed: () => boolean
  /** The service stored a batch. */
  readonly onStored: () => void
  /** The service rejected this batch, or everything from this session, or the site itself because of a fault. */
  readonly onRefused: (outcome: number, fault: string) => void
}

let route: Route
let queue: Waiting[] = []
let busy: Waiting | undefined
let tries = 0
let dropped = 0
let isStored = false

export function openRoute(to: Route): void {
  route = to
  for (const line of (attempt(() => storage?.getItem(to.outbox)) ?? '').split('\n')) {
    const [id, tabSecret, bytes] = line.split('|') as [string, string | undefined, string]
    if (tabSecret)
      queue.push({
        id,
        tabSecret,
        taken: undefined,
        body: line.slice(line.indexOf('{')),
        flightBytes: +bytes,
      })
  }
  store()
}

/** `members`: the batch without its rows and the members added on sending. */
export function addBatch(members: object, taken: Rows): void {
  queue.push({
    id: session.id,
    tabSecret: session.tabSecret,
    taken,
    body: stringify(members as never).slice(0, -1),
    flightBytes: 0,
  })
  for (const item of queue) {
    if (weight() < MEMORY_BYTES) return
    if (item.taken)
      keepRows(
        item.taken,
        item.taken.rows.filter((row) => !isMove(row)),
      )
  }
  while (weight() > MEMORY_BYTES && queue.length > 1) {
    const last = queue.pop() as Waiting
    if (last.taken) keepRows(last.taken, [])
  }
}

function keepRows(taken: Rows, rows: number[][]): void {
  dropped += taken.rows.length - rows.length
  taken.rows = rows
}

/** Rows dropped since the last call. */
export function takeDropped(): number {
  const count = dropped
  dropped = 0
  return count
}

const weight = (): number => sum((item) => item.body.length + 24 * (item.taken?.rows.length ?? 0))
const flying = (): number => sum((item) => item.flightBytes)
function sum(of: (item: Waiting) => number): number {
  let total = 0
  for (const item of queue) total += of(item)
  return total
}

function bodyOf(item: Waiting): string {
  const { taken } = item
  if (taken) {
    const { at, names } = taken
    const { start, rowsText } = encodeRows(taken)
    item.body += `,${stringify({ time_origin: whole(timeOriginMs), start, at, names }).slice(1, -1)},"rows":${rowsText}`
    item.taken = undefined
  }
  const token = (item.id === session.id && session.token) || undefined
  const tab_secret = token ? undefined : item.tabSecret
  return `${item.body},${stringify({ sent_at: whole(wallClockMs()), token, tab_secret }).slice(1)}`
}

async function start(item: Waiting, done: (answer: Answer) => void): Promise<void> {
  const body = bodyOf(item)
  const bytes = bytesOf(body)
  const outlives = bytes + flying() <= KEEPALIVE_BYTES
  item.flightBytes = outlives ? bytes : 0
  // The service would reject a corrupted batch, and browsers log failed requests to the console.
  const answer = isIntact(body) ? await post(route.ingestUrl, body, outlives) : CORRUPTED
  guarded(() => {
    item.flightBytes = 0
    if (answer.outcome !== RETRY) {
      queue = queue.filter((other) => other !== item)
      if (isStored) store()
      if (answer.outcome === STORED) {
        session.keepToken(item.id, answer.token, answer.challenge)
        route.onStored()
      } else if ((item.id === session.id && answer !== CORRUPTED) || answer.fault)
        route.onRefused(answer.outcome, answer.fault)
    }
    done(answer)
  })()
}

const isIntact = (body: string): boolean => !parseJson || attempt(() => parseJson(body).v) === 1

/** Sends waiting batches one after the other. */
export function send(): void {
  const item = queue.find(({ flightBytes }) => flightBytes <= 0)
  if (!item || busy || tries >= MAX_TRIES || !route.isAllowed() || nav.onLine === false) return
  busy = item
  void start(item, ({ outcome, waitMs }) => {
    if (busy === item) busy = undefined
    tries = outcome === RETRY ? tries + 1 : 0
    const longest = min(FIRST_WAIT_MS * WAIT_GROWTH ** (tries - 1), LONGEST_WAIT_MS)
    if (tries) later(send, max(waitMs, random() * longest))
    else guarded(send)()
  })
}

/** Resolves when every batch is acknowledged, when nothing can be sent, or after five seconds. */
export const whenSent = (): Promise<void> =>
  new Promise((resolve) => {
    const poll = (polls: number): void => {
      if (polls && queue[0] && route.isAllowed() && !isStopped()) setTimer(poll, 50, polls - 1)
      else resolve()
    }
    poll(100)
  })

/** The page may close: sends as much as one request may contain and keeps the rest in the tab. */
export function leave(): void {
  if (!route.isAllowed()) return
  for (const item of queue) {
    const fits = bytesOf(bodyOf(item)) + flying() <= KEEPALIVE_BYTES
    if (item !== busy && !item.flightBytes && fits && tries < MAX_TRIES && nav.onLine !== false)
      void start(item, () => {})
  }
  store()
}

/** Keeps unacknowledged batches for the next page; the service recognizes repetitions by their numbers. */
function store(): void {
  let text = ''
  for (const item of queue) {
    const line = `${item.id}|${item.tabSecret}|${item.flightBytes ? -1 : 0}|${item.body}\n`
    if (!item.taken && text.length + line.length < STORAGE_CHARS) text += line
  }
  isStored = text !== ''
  attempt(() => (isStored ? storage?.setItem(route.outbox, text) : storage?.removeItem(route.outbox)))
}

/** The page is back, or online again: earlier requests may be lost. */
export function retry(): void {
  for (const item of queue) item.flightBytes = 0
  busy = undefined
  tries = 0
  send()
}

export function forgetAll(): void {
  queue = []
  store()
}

/** A page may have replaced the clock. */
const whole = (value: number): number => max(0, round(value)) || 0

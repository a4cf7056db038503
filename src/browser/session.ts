/**
 * The identity of this tab: a public id, the secret that only this tab knows, and the token from the service.
 * Kept in sessionStorage, so that it survives navigation and ends with the tab.
 */
import { SESSION_IDLE_MS } from '../contract/limits.ts'
import { framed } from './device/hardware_and_window.ts'
import { stringify } from './json.ts'
import { attempt, max, navigationEntry, parseJson, storage, wallClockMs } from './natives.ts'
import { MAX_TAGS } from './options.ts'
import { randomText } from './random.ts'

const ID_CHARS = 22
const TAB_CHARS = 8
const OPEN = 'o'

export let id = ''
export let tabSecret = ''
/** This document's stream of batches. */
export let tab = ''
export let token = ''
/** Seeds of the challenge that this session has not answered yet. */
export let challenge = ''
/** Of all documents of the session. */
export let tags: string[] = []
/** How often the session's documents have sent user id and tags. */
let intros = 0
let seq = 0
/** The number of documents of this session, and the index of this one, which counts from its first batch. */
let pages = 0
let page = -1
let isKept = false
let key = ''
/** The id of a session for browser tests. */
let testId: string | undefined

const isFramed = framed()

/** Starts another session. */
export function renew(): void {
  adopt([testId ?? randomText(ID_CHARS), randomText(ID_CHARS), '0', '', '', '', '', '0'])
  save(false)
}

/** Restores the tab's session or starts one; `name` is the storage key. */
export function open(name: string, test: string | undefined): void {
  key = name
  testId = test
  const stored = read()
  if (stored && !isCopied(stored[4] === OPEN)) adopt(stored)
  else renew()
}

/** `[id, tab secret, pages, last activity, open, token, challenge, intros, tags]`, or undefined if it cannot continue. */
const read = (): string[] | undefined =>
  attempt(() => {
    const parts = (storage?.getItem(key) ?? '').split('|')
    const idleMs = Math.abs(wallClockMs() - +(parts[3] as string))
    return parts[5] !== undefined &&
      parts[0]?.length === (testId?.length ?? ID_CHARS) &&
      idleMs < SESSION_IDLE_MS
      ? parts
      : undefined
  })

function adopt(parts: string[]): void {
  ;[id, tabSecret] = parts as [string, string]
  pages = +(parts[2] as string)
  token = parts[5] as string
  readShared(parts)
  tab = randomText(TAB_CHARS)
  seq = 0
  page = -1
}

function readShared(parts: string[]): void {
  challenge = parts[6] ?? ''
  intros = max(intros, +(parts[7] ?? 0))
  tags = attempt(() => parseJson(parts.slice(8).join('|'))) ?? []
}

/**
 * Duplicating a tab copies its storage while the original is still open. A document that finds the flag of an open
 * document, and did not replace a document of this site, is such a copy. Frames share storage and never set the flag.
 */
const isCopied = (isMarked: boolean): boolean => isMarked && !isFramed && !navigationEntry()?.unloadEventStart

/** `isLeaving`: the document is being unloaded, so the stored state no longer belongs to an open one. */
export function save(isLeaving: boolean, idleMs = 0): void {
  if (!isKept) return
  const mark = isLeaving || isFramed ? '' : OPEN
  attempt(() =>
    storage?.setItem(
      key,
      [id, tabSecret, pages, wallClockMs() - idleMs, mark, token, challenge, intros, stringify(tags)].join(
        '|',
      ),
    ),
  )
}

/** From now on the session is kept in the tab. */
export function keep(): void {
  isKept = true
  save(false)
}

export function forget(): void {
  isKept = false
  attempt(() => storage?.removeItem(key))
}

/** Other documents of the tab may have continued the session. True if they started another one. */
export function catchUp(): boolean {
  const parts = isKept && read()
  if (!parts) return false
  if (parts[0] !== id) {
    adopt(parts)
    return true
  }
  pages = max(pages, +(parts[2] as string))
  token = parts[5] || token
  readShared(parts)
  return false
}

export function keepToken(ofId: string, given: string, seeds: string): void {
  if (ofId !== id || given === token) return
  catchUp()
  token = given
  challenge = seeds || challenge
  save(false)
}

/** The seeds, once: no other document of the tab answers them too. */
export function takeChallenge(): string {
  catchUp()
  const seeds = challenge
  challenge = ''
  if (seeds) save(false)
  return seeds
}

/** Tags add up over the documents of a session; `isWhole`: the list replaces them. */
export function addTags(list: readonly string[], isWhole?: boolean): void {
  catchUp()
  tags = isWhole ? [...list] : [...new Set([...tags, ...list])].slice(0, MAX_TAGS)
  save(false)
}

/** The number of an introduction. User id and tags with the highest number are valid. */
export function nextIntro(): number {
  catchUp()
  intros++
  save(false)
  return intros
}

/** The numbers of the next batch. A document that never sends one leaves no gap. */
export function nextNumbers(): { page: number; seq: number } {
  if (page < 0) {
    catchUp()
    page = pages++
    save(false)
  }
  return { page, seq: seq++ }
}

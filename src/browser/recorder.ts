/** Makes batches of what the recorders write, and sees the page come, hide and go. */
import { SESSION_IDLE_MS } from '../contract/limits.ts'
import { ATTENTION_KIND } from '../contract/rows.ts'
import { zone } from './device/zone.ts'
import { beforeEvents, later, on, stopAll } from './guard.ts'
import type { Json } from './json.ts'
import { attempt, doc, now, win } from './natives.ts'
import { type Options, usableTags, usableUserId } from './options.ts'
import { watchPasswords } from './privacy.ts'
import { beginPage, recordAttention } from './record/page.ts'
import { settleRecorders, startRecorders } from './record/recorders.ts'
import { afterRows } from './record/tape.ts'
import { hasRows, isFull, nameIndex, takeRows } from './rows.ts'
import { addBatch, forgetAll, leave, openRoute, retry, send, takeDropped } from './send.ts'
import * as session from './session.ts'
import { type QuestionEdit, takeEdits } from './survey/questions.ts'

/** The first batch is soon, so that the service knows the session before the page asks it. */
const FIRST_BATCH_MS = 1000
const BATCH_MS = 5000

/** Text of survey answers in one batch, so that it can be sent as the page closes, and what an edit takes besides. */
const BATCH_TEXT_CHARS = 12_000
const EDIT_CHARS = 20

/** Sending a form, hiding the page and leaving it often come together: one reading of the device is enough then. */
const READ_AGAIN_MS = 5000

/** Reads the device and hands each reading over, `{at, signals}`, as soon as it is there. */
export type ReadDevice = (at: 'load' | 'submit', hand: (reading: Json) => void) => void

let options: Options
let readDevice: ReadDevice
let isAllowed = false
let userId: string | undefined
let tags: string[] = []
/** Whether the service has been told who this is. */
let isIntroduced = false
/** Readings of the device: those a new session must have too, and those not sent yet. */
const kept: Json[] = []
let readings: Json[] = []
let activeMs = 0
let isScheduled = false
let isLeaving = false
let isCollecting = false
let renewals = 0
let readMs = -READ_AGAIN_MS

function schedule(ms: number): void {
  if (isScheduled) return
  isScheduled = true
  later(flush, ms)
}

function flush(): void {
  isScheduled = false
  collect(false)
  send()
}

/** Makes batches of everything recorded so far: one, unless much text was entered. */
function collect(isFinal: boolean): void {
  if (isCollecting) return
  isCollecting = true
  settleRecorders()
  const edits = takeEdits(isFinal)
  while (hasRows() || edits[0] || readings[0] || isFinal || !isIntroduced) {
    const coded: Json[] = []
    for (let chars = 0; edits[0] && chars < BATCH_TEXT_CHARS; ) {
      const [id, ...edit] = edits.shift() as QuestionEdit
      chars += EDIT_CHARS + `${edit[3]}`.length
      coded.push([nameIndex(['question', id]), ...edit])
    }
    const members = {
      v: 1,
      site_key: options.siteKey,
      session_id: session.id,
      tab: session.tab,
      ...session.nextNumbers(),
      final: (isFinal && !edits[0]) || undefined,
      ...(!isIntroduced && {
        user_id: userId,
        user_hash: userId && options.userHash,
        tags,
        zone: attempt(zone),
      }),
      device: readings[0] && readings,
      edits: coded[0] && coded,
      dropped: takeDropped() || undefined,
    }
    addBatch(members, takeRows())
    readings = []
    isIntroduced = true
    if (!edits[0]) break
  }
  isCollecting = false
}

/** Every event: the session goes on, unless it was idle for so long that this is another one. */
function wake(): void {
  const ms = now()
  if (ms - activeMs > SESSION_IDLE_MS) renew()
  activeMs = ms
}

function renew(): void {
  collect(false)
  session.renew()
  beginAgain()
}

/** Another session in the same document: say again who and where we are. */
function beginAgain(): void {
  isIntroduced = false
  readings = [...kept]
  beginPage()
}

export function addReading(reading: Json): void {
  readings.push(reading)
  schedule(BATCH_MS)
}

/** A reading that every session in this document must have. */
export function keepReading(reading: Json): void {
  kept.push(reading)
  addReading(reading)
}

function readAgain(): void {
  if (isAllowed && now() - readMs > READ_AGAIN_MS) readDevice('submit', addReading)
  readMs = now()
}

function hide(isFinal: boolean): void {
  readAgain()
  collect(isFinal)
  session.save(isFinal, now() - activeMs)
  leave()
}

function allow(): void {
  isAllowed = true
  session.keep()
  readDevice('load', keepReading)
}

function observe(): void {
  beforeEvents(wake)
  afterRows(() => {
    schedule(BATCH_MS)
    // Not inside the row's own handler: its name belongs to the table that goes with it.
    if (isFull()) collect(false)
  })
  watchPasswords()
  schedule(FIRST_BATCH_MS)
  startRecorders()

  on(doc, 'visibilitychange', (event) => {
    if (isLeaving) return
    const isHidden = doc.visibilityState === 'hidden'
    recordAttention(isHidden ? ATTENTION_KIND.hidden : ATTENTION_KIND.visible, event)
    if (isHidden) hide(false)
  })
  on(win, 'pagehide', (event) => {
    isLeaving = true
    recordAttention(ATTENTION_KIND.pagehide, event)
    hide(true)
  })
  on<PageTransitionEvent>(win, 'pageshow', (event) => {
    if (!event.persisted) return
    isLeaving = false
    if (session.catchUp()) beginAgain()
    session.save(false)
    recordAttention(ATTENTION_KIND.restored, event)
    retry()
  })
  on(doc, 'submit', () => {
    readAgain()
    // The site's server may ask about this session in a moment.
    later(flush, 0)
  })
  on(win, 'online', retry)
  // A page whose policy forbids our address would be told so at every try.
  on<SecurityPolicyViolationEvent>(doc, 'securitypolicyviolation', ({ blockedURI }) => {
    if (blockedURI && options.endpoint.startsWith(blockedURI)) stopAll()
  })
  if (isAllowed) allow()
}

export function startRecording(chosen: Options, device: ReadDevice): void {
  options = chosen
  readDevice = device
  const name = `byhand.${chosen.siteKey}`
  isAllowed = chosen.consent !== 'wait'
  userId = usableUserId(chosen.userId)
  tags = usableTags(chosen.tags)
  activeMs = now()
  session.open(name)
  openRoute({
    ingestUrl: chosen.endpoint,
    outbox: `${name}.out`,
    isAllowed: () => isAllowed,
    onRefused: (isUnwanted) => {
      if (isUnwanted || renewals++) stopAll()
      else renew()
    },
  })
  // A page rendered ahead of a visit is no visit yet.
  if ((doc as { prerendering?: boolean }).prerendering) on(doc, 'prerenderingchange', observe)
  else observe()
}

export function introduce(user?: string, list?: readonly string[]): void {
  userId = usableUserId(user) ?? userId
  if (list) tags = usableTags(list)
  isIntroduced = false
  schedule(BATCH_MS)
}

export function consentTo(isGiven: boolean): void {
  if (isGiven === isAllowed) return
  if (isGiven) allow()
  else {
    isAllowed = false
    forgetAll()
    session.forget()
    stopAll()
  }
}

export function stopRecording(): void {
  hide(true)
  stopAll()
}

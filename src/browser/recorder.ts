/** Turns recorded rows into batches, and handles showing, hiding and leaving the page. */

import { ATTENTION_KIND } from '../contract/batch/rows.ts'
import { SESSION_IDLE_MS } from '../contract/limits.ts'
import { TEST_SITES } from '../contract/test_sites.ts'
import { answerChallenge } from './challenge/answer.ts'
import { isOn } from './device/switch.ts'
import { zone } from './device/zone.ts'
import { beforeEvents, guarded, later, on, stopAll } from './guard.ts'
import { whenIdle } from './idle.ts'
import type { Json } from './json.ts'
import { attempt, complain, doc, now, win } from './natives.ts'
import { type Options, usableQuestionId, usableTags, usableUserId } from './options.ts'
import { FULL, UNKNOWN_SESSION } from './post.ts'
import { watchPasswords } from './privacy.ts'
import { beginPage, recordAttention } from './record/page.ts'
import { settleRecorders, startRecorders } from './record/recorders.ts'
import { afterRows } from './record/tape.ts'
import { hasRows, isFull, nameIndex, takeRows } from './rows.ts'
import { addBatch, forgetAll, leave, openRoute, retry, send, takeDropped } from './send.ts'
import * as session from './session.ts'
import { declareQuestion, type QuestionEdit, takeEdits } from './survey/questions.ts'

/** The first batch is sent early, so that the service knows the session before the site asks for it. */
const FIRST_BATCH_MS = 1000
const BATCH_MS = 5000

/** Limit for survey text in one batch, so that it can be sent as the page closes, and the overhead of an edit. */
const BATCH_TEXT_CHARS = 12_000
const EDIT_CHARS = 20

/** Submitting, hiding and leaving often coincide; one reading of the device is enough. */
const READ_AGAIN_MS = 5000

/** Reads the device and passes on each reading, `{at, signals}`, as soon as it is complete. */
export type ReadDevice = (at: 'load' | 'submit', onReading: (reading: Json) => void) => void

let options: Options
let readDevice: ReadDevice
let isAllowed = false
let userId: string | undefined
/** Of this document: another session begins with them. */
let tags: string[] = []
/** Whether the user id and tags were sent. */
let isIntroduced = false
/** Device readings that a new session needs too, and those not sent yet. */
const kept: Json[] = []
let readings: Json[] = []
/** The answer to the session's challenge, until the next batch. */
let answer: Json
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

export function flush(): void {
  isScheduled = false
  collect(false)
  send()
}

/** Turns everything recorded so far into batches: one, unless much text was entered. */
function collect(isFinal: boolean): void {
  if (isCollecting) return
  isCollecting = true
  settleRecorders()
  const edits = takeEdits(isFinal)
  while (hasRows() || edits[0] || readings[0] || answer || isFinal || !isIntroduced) {
    const coded: Json[] = []
    for (let chars = 0; edits[0] && chars < BATCH_TEXT_CHARS; ) {
      const [id, ...edit] = edits.shift() as QuestionEdit
      chars += EDIT_CHARS + `${edit[3]}`.length
      coded.push([nameIndex(['question', id]), ...edit])
    }
    const intro = isIntroduced ? undefined : session.nextIntro()
    const members = {
      v: 1,
      site_key: options.siteKey,
      session_id: session.id,
      tab: session.tab,
      ...session.nextNumbers(),
      final: (isFinal && !edits[0]) || undefined,
      intro,
      ...(intro && {
        user_id: userId,
        user_hash: userId && options.userHash,
        tags: session.tags,
        zone: isOn ? attempt(zone) : undefined,
      }),
      // An empty list says that the page forbids it.
      device: isOn ? readings[0] && readings : [],
      edits: coded[0] && coded,
      dropped: takeDropped() || undefined,
      challenge: answer,
    }
    addBatch(members, takeRows())
    readings = []
    answer = undefined
    isIntroduced = true
    if (!edits[0]) break
  }
  isCollecting = false
}

/** Runs on every event: continues the session, or starts another one after a long idle time. */
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

/** Another session in the same document needs user, tags and page again. */
function beginAgain(): void {
  session.addTags(tags)
  isIntroduced = false
  readings = [...kept]
  answer = undefined
  beginPage()
}

function runChallenge(): void {
  const seed = isOn && session.takeChallenge()
  const results = seed && attempt(() => answerChallenge(seed))
  if (!results) return
  answer = { seed, results }
  schedule(BATCH_MS)
}

/** Answers a challenge at once instead of in an idle moment. True if an answer is not sent yet. */
export function answerNow(): boolean {
  runChallenge()
  return answer !== undefined
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
  guarded(askWorker)()
}

/** A worker has a navigator of its own, which a disguise of the page does not reach. */
function askWorker(): void {
  const { worker } = options
  if (worker && isOn)
    new Worker(worker).onmessage = guarded(({ data }) => keepReading({ at: 'load', signals: data }))
}

function observe(): void {
  beforeEvents(wake)
  afterRows(() => {
    schedule(BATCH_MS)
    // Not inside the row's own handler, because its name belongs to the current table.
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
    // The site's server may request this session soon.
    later(flush, 0)
  })
  on(win, 'online', retry)
  // If the page's content security policy blocks our address, every attempt would log an error.
  on<SecurityPolicyViolationEvent>(doc, 'securitypolicyviolation', ({ blockedURI }) => {
    if (blockedURI && options.endpoint.startsWith(blockedURI)) stopAll()
  })
  if (isAllowed) allow()
}

export function startRecording(chosen: Options, device: ReadDevice): void {
  options = chosen
  readDevice = device
  const name = `byhand.${chosen.siteKey}`
  isAllowed = !/wait/i.test(chosen.consent as string)
  userId = usableUserId(chosen.userId, blame)
  tags = usableTags(chosen.tags, blame) ?? []
  activeMs = now()
  session.open(name, TEST_SITES[chosen.siteKey])
  session.addTags(tags)
  openRoute({
    ingestUrl: chosen.endpoint,
    outbox: `${name}.out`,
    isAllowed: () => isAllowed,
    onStored: () => {
      if (session.challenge) whenIdle(runChallenge)
    },
    onRefused: (outcome, fault) => {
      if (fault) blame(`${fault} Site key: ${chosen.siteKey}. Origin: ${win.location.origin}.`)
      // A full session took hours; one that the service does not know could return with every batch.
      if (outcome === FULL || (outcome === UNKNOWN_SESSION && !renewals++)) renew()
      else stopAll()
    },
  })
  // A prerendered page is not a visit yet.
  if ((doc as { prerendering?: boolean }).prerendering) on(doc, 'prerenderingchange', observe)
  else observe()
}

/** Before `start` there is no page to link to. */
const blame = (fault: string): void => complain(fault, options?.endpoint)

/** `null` and an empty text mean: no user from now on. */
export function setUser(user: string | null): void {
  userId = usableUserId(user, blame)
  introduceAgain()
}

export function replaceTags(list: readonly string[]): void {
  const usable = usableTags(list, blame)
  if (!usable) return
  tags = usable
  session.addTags(tags, true)
  introduceAgain()
}

export function trackField([element, questionId]: [Element | null, string]): void {
  const id = usableQuestionId(questionId, blame)
  if (element && !element.querySelector) blame('A question must be an element.')
  else if (id) declareQuestion(element, id)
}

function introduceAgain(): void {
  isIntroduced = false
  schedule(BATCH_MS)
}

export function consentTo(isGiven: boolean): void {
  if (isGiven === isAllowed) return
  // Neither `undefined` nor 'no' may delete or send anything.
  if (isGiven !== !isAllowed) blame('Consent must be true or false.')
  else if (isGiven) {
    allow()
    flush()
  } else {
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

/** The recording of a session in test mode: a short visit to a checkout page, with everything that acceptance needs. */
import type { DeviceReading, Name } from '../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { eventsToRows } from '../../contract/batch/events.ts'
import {
  ATTENTION_KIND,
  CLICK_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  NAVIGATION_KIND,
  POINTER,
  POINTER_FLAGS,
  type SessionEvent,
  TICKS_PER_MS,
} from '../../contract/batch/rows.ts'

export interface CannedVisit {
  /** The page was opened, and nothing else is known. */
  readonly hasTooLittleEvidence?: true
  /** A batch is missing. */
  readonly hasGap?: true
  readonly isIncognito?: true
  readonly isTampered?: true
}

export interface CannedSubject {
  readonly sessionId: string
  readonly userId: string
  readonly tags: readonly string[]
  readonly startsAt: number
}

const TAB = 'testmode'
const ZONE = 'America/New_York'
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const NAMES: Name[] = [
  ['path', '/checkout'],
  ['text', 'email'],
  ['button', 'Place order'],
]
const [PATH, EMAIL, ORDER] = [0, 1, 2]
const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const BOX = { rx: 420, ry: 560, rw: 160, rh: 48 }
const PLACE = { x: 487, y: 579 }

const FIRST_MS = 1_000
const LAST_MS = 9_000
const TYPED = 18

export function cannedRecording(
  { sessionId, userId, tags, startsAt }: CannedSubject,
  visit: CannedVisit,
): RecordedBatch[] {
  const batchAt = (seq: number, sentMs: number, events: readonly SessionEvent[]): RecordedBatch['batch'] => ({
    session_id: sessionId,
    tab: TAB,
    page: 0,
    seq,
    sent_at: startsAt + sentMs,
    time_origin: startsAt,
    start: 0,
    at: [0, 0],
    user_id: userId,
    tags: [...tags],
    zone: ZONE,
    names: NAMES,
    rows: eventsToRows(events, 0, [0, 0]),
  })
  const first: RecordedBatch = {
    batch: {
      ...batchAt(0, FIRST_MS, opening()),
      ...(!visit.hasTooLittleEvidence && { device: [deviceReading(sessionId, visit)] }),
    },
    receipt: {
      at: startsAt + FIRST_MS,
      ...(!visit.hasTooLittleEvidence && {
        userAgent: USER_AGENT,
        acceptLanguage: 'en-US,en;q=0.9',
        headers: { 'accept-encoding': 'gzip, deflate, br' },
        network: { country: 'US', asn: 7922, operator: 'Comcast', hosting: false, vpn: false, tor: false },
      }),
    },
  }
  if (visit.hasTooLittleEvidence) return [first]
  const last: RecordedBatch = {
    batch: { ...batchAt(visit.hasGap ? 2 : 1, LAST_MS, ordering()), final: true },
    receipt: {
      at: startsAt + LAST_MS,
      tokenAgeMs: LAST_MS - FIRST_MS,
      challenge: { result: 'passed', known: true },
    },
  }
  return [first, last]
}

function deviceReading(sessionId: string, { isIncognito, isTampered }: CannedVisit): DeviceReading {
  return {
    at: 'load',
    signals: {
      user_agent: USER_AGENT,
      engine: 'chromium',
      languages: ['en-US', 'en'],
      screen: [1_920, 1_080],
      zone: ZONE,
      fingerprint_id: sessionId,
      heap_limit: 4_096,
      storage_quota: isIncognito ? 2_048 : 65_536,
      navigator_own: isTampered ? ['webdriver'] : [],
    },
  }
}

const at = (ms: number) => ms * TICKS_PER_MS

const opening = (): SessionEvent[] => [
  { type: 'navigation', t: 0, kind: NAVIGATION_KIND.load, name: PATH },
  { type: 'scroll', t: at(700), y: 300, range: 1_200, count: 4, flags: 0 },
]

const ordering = (): SessionEvent[] => [
  ...Array.from({ length: TYPED }, (_, index) => keyPress(1_200 + index * 190, index)).flat(),
  { type: 'move', t: at(6_500), ...PLACE, coalesced: 1, flags: MOUSE },
  {
    type: 'down',
    t: at(6_800),
    ...PLACE,
    ...BOX,
    pressure: 50,
    width: 1,
    height: 1,
    flags: MOUSE,
    button: 0,
    pointer: 1,
    name: ORDER,
  },
  {
    type: 'up',
    t: at(6_890),
    ...PLACE,
    pressure: 0,
    width: 1,
    height: 1,
    flags: MOUSE,
    button: 0,
    pointer: 1,
  },
  {
    type: 'click',
    t: at(6_891),
    ...PLACE,
    ...BOX,
    detail: 1,
    flags: MOUSE | CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive,
    name: ORDER,
  },
  { type: 'submit', t: at(6_900), silent: 0, flags: 0, name: -1 },
  { type: 'attention', t: at(8_800), kind: ATTENTION_KIND.hidden },
]

function keyPress(ms: number, before: number): SessionEvent[] {
  const value = before + 1
  return [
    { type: 'keydown', t: at(ms), class: KEY_CLASS.lower, flags: 0, slot: 1, name: EMAIL },
    {
      type: 'input',
      t: at(ms + 1),
      kind: INPUT_KIND.insertText,
      length: 1,
      value,
      caret: value,
      flags: 0,
      name: EMAIL,
    },
    { type: 'keyup', t: at(ms + 80), class: KEY_CLASS.lower, flags: 0, slot: 1 },
  ]
}

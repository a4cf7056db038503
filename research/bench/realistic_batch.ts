/** Batches as a busy page sends them every five seconds: about 3 kB of JSON with pointer strokes, keys and a scroll. */
import type { Batch } from '../../src/contract/batch/batch.ts'
import {
  INPUT_KIND,
  KEY_CLASS,
  POINTER,
  POINTER_FLAGS,
  ROWS,
  SCROLL_FLAGS,
} from '../../src/contract/batch/rows.ts'

const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const STROKES = 2
const MOVES_IN_A_STROKE = 36
const KEYS = 14

/** A seeded generator, so that every run sends the same bytes. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const whole = (random: () => number, from: number, to: number) =>
  Math.floor(from + random() * (to - from + 1))

export function realisticRows(random: () => number): number[][] {
  const rows: number[][] = []
  for (let stroke = 0; stroke < STROKES; stroke++) {
    for (let step = 0; step < MOVES_IN_A_STROKE; step++) {
      const speed = Math.sin((Math.PI * (step + 1)) / MOVES_IN_A_STROKE) * 18
      rows.push([
        ROWS.move.code,
        whole(random, 155, 172),
        Math.round(speed * random()),
        Math.round(speed * random() * 0.6),
        whole(random, 1, 3),
        MOUSE,
      ])
    }
    const [x, y] = [whole(random, 100, 900), whole(random, 100, 700)]
    rows.push([
      ROWS.down.code,
      whole(random, 300, 1800),
      x,
      y,
      50,
      1,
      1,
      MOUSE,
      0,
      0,
      x - 20,
      y - 9,
      160,
      32,
      1,
    ])
    rows.push([ROWS.up.code, whole(random, 600, 1300), x, y, 0, 1, 1, MOUSE, 0, 0])
    rows.push([ROWS.click.code, 4, x, y, 1, MOUSE, x - 20, y - 9, 160, 32, 1])
  }
  for (let key = 0; key < KEYS; key++) {
    rows.push([ROWS.keydown.code, whole(random, 700, 2600), KEY_CLASS.lower, 0, 0, 0])
    rows.push([ROWS.input.code, whole(random, 5, 30), INPUT_KIND.insertText, 1, key + 1, key + 1, 0, 0])
    rows.push([ROWS.keyup.code, whole(random, 500, 1400), KEY_CLASS.lower, 0, 0])
  }
  for (let step = 0; step < 8; step++) {
    rows.push([ROWS.wheel.code, whole(random, 160, 420), 0, 120, 0, 1, 0])
    rows.push([
      ROWS.scroll.code,
      whole(random, 100, 200),
      120 * (step + 1),
      3200,
      whole(random, 1, 4),
      SCROLL_FLAGS.inner,
    ])
  }
  return rows
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
export const randomId = (random: () => number, length: number) =>
  Array.from({ length }, () => ALPHABET[whole(random, 0, 63)]).join('')

export interface BatchWords {
  readonly siteKey: string
  readonly sessionId: string
  readonly tabSecret: string
  readonly tab: string
  readonly seq: number
  readonly token?: string
  readonly userId?: string
  readonly tags?: string[]
}

export function realisticBatch(random: () => number, words: BatchWords, now: number): Batch {
  return {
    v: 1,
    site_key: words.siteKey,
    session_id: words.sessionId,
    ...(words.token === undefined ? { tab_secret: words.tabSecret } : { token: words.token }),
    tab: words.tab,
    page: 0,
    seq: words.seq,
    sent_at: now,
    time_origin: now - 5_000 * (words.seq + 1),
    start: 50_000 * words.seq,
    at: [400, 300],
    ...(words.userId === undefined ? {} : { user_id: words.userId }),
    ...(words.tags === undefined ? {} : { tags: words.tags }),
    zone: 'Europe/Berlin',
    names: [
      ['question', 'q1'],
      ['button', 'Continue'],
    ],
    rows: realisticRows(random),
  }
}

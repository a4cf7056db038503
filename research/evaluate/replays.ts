/** Replays of people's sessions: the detected share, and the share of other sessions mistaken for a replay. */

import { marksOf } from '../../src/features/replay/marks.ts'
import { foldMovement, type Movement } from '../../src/features/replay/movement.ts'
import { repeatOf } from '../../src/features/replay/repeat.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'
import { readStream } from '../../src/features/session/stream.ts'
import { type Share, shareOf } from '../../tools/wilson.ts'
import type { Labeled } from '../lab/convert/labeled.ts'
import { hashOf } from '../lab/convert/labeled.ts'
import { type SeededRandom, seededRandom } from '../seeded_random.ts'

/** The same values as in the service: see src/server/scoring and src/store/marks.ts. */
const SHARED_MARKS = 3
const MOST_COMPARED = 2
const SESSIONS_PER_MARK = 16
/** The same values as in agent_behavior. */
const REPLAYED_PRESSES = 24
const REPLAYED_STROKES = 4

/** Sessions with fewer events are not distinctive enough. */
const MIN_PRESSES = 60
const MIN_STROKES = 12
const MOST_REPLAYED = 500
/** Limits memory use; the first minutes of a long essay are enough. */
const MOST_EVENTS = 6_000

const MANNERS = [
  { name: 'unchanged', shiftMs: 0, noiseMs: 0, noisePx: 0 },
  { name: 'an hour later', shiftMs: 3_600_000, noiseMs: 0, noisePx: 0 },
  { name: 'noise of 5 ms and 2 px', shiftMs: 0, noiseMs: 5, noisePx: 2 },
  { name: 'noise of 10 ms and 4 px', shiftMs: 0, noiseMs: 10, noisePx: 4 },
  { name: 'noise of 20 ms and 4 px', shiftMs: 0, noiseMs: 20, noisePx: 4 },
] as const

export interface ReplayFigures {
  readonly sessions: number
  /** Original sessions that match another one, not counting duplicates in the data set. */
  readonly falseHits: Share
  readonly heldTwice: number
  readonly seen: Readonly<Record<string, Share>>
}

interface Kept {
  readonly name: string
  readonly movement: Movement
  readonly marks: readonly number[]
  readonly events: readonly StreamEvent[]
}

export interface ReplayJudge {
  add(labeled: Labeled): void
  figures(): ReplayFigures
}

export function evaluateReplays(): ReplayJudge {
  const kept: Kept[] = []
  return {
    add({ kind, name, session }) {
      if (kind !== 'person') return
      const events = readStream(session).events.slice(0, MOST_EVENTS)
      const movement = movementOf(events)
      if (movement.presses.length < MIN_PRESSES && movement.strokes.length < MIN_STROKES) return
      kept.push({ name, movement, marks: marksOf(movement), events })
    },
    figures() {
      const find = indexOf(kept)
      const hits = kept.filter((one) => find(one.movement, one.marks, one) !== undefined)
      const twice = hits.filter((one) => isSame(find(one.movement, one.marks, one)))
      const step = Math.max(1, Math.ceil(kept.length / MOST_REPLAYED))
      const replayed = kept.filter((_, index) => index % step === 0)
      return {
        sessions: kept.length,
        falseHits: shareOf(hits.length - twice.length, kept.length),
        heldTwice: twice.length,
        seen: Object.fromEntries(
          MANNERS.map((manner) => {
            const seen = replayed.filter(({ name, events }) => {
              const again = movementOf(playAgain(events, manner, seededRandom(hashOf(name))))
              return find(again, marksOf(again), undefined) !== undefined
            })
            return [manner.name, shareOf(seen.length, replayed.length)]
          }),
        ),
      }
    },
  }
}

type Repeat = ReturnType<typeof repeatOf>

function indexOf(kept: readonly Kept[]) {
  const byMark = new Map<number, Kept[]>()
  for (const one of kept) {
    for (const mark of one.marks) {
      const sharing = byMark.get(mark) ?? []
      if (sharing.length < SESSIONS_PER_MARK) sharing.push(one)
      byMark.set(mark, sharing)
    }
  }
  return (movement: Movement, marks: readonly number[], self: Kept | undefined): Repeat | undefined => {
    const counts = new Map<Kept, number>()
    for (const mark of marks) {
      for (const other of byMark.get(mark) ?? []) {
        if (other !== self) counts.set(other, (counts.get(other) ?? 0) + 1)
      }
    }
    return [...counts]
      .filter(([, count]) => count >= SHARED_MARKS)
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_COMPARED)
      .map(([other]) => repeatOf(movement, other.movement))
      .find(({ presses, strokes }) => presses >= REPLAYED_PRESSES || strokes >= REPLAYED_STROKES)
  }
}

/** Texts that agree to the millisecond are the same recording, submitted twice. */
const isSame = (repeat: Repeat | undefined): boolean =>
  repeat !== undefined && repeat.pressesOf > 300 && repeat.presses > 0.95 * repeat.pressesOf

function movementOf(events: readonly StreamEvent[]): Movement {
  const fold = foldMovement()
  for (const event of events) fold.step(event)
  return fold.done()
}

function playAgain(
  events: readonly StreamEvent[],
  { shiftMs, noiseMs, noisePx }: (typeof MANNERS)[number],
  random: SeededRandom,
): StreamEvent[] {
  const about = (most: number): number => random.between(-most, most)
  return events
    .map((event): StreamEvent => {
      const t = Math.max(0, Math.round(event.t + 10 * (shiftMs + about(noiseMs))))
      if (!('x' in event)) return { ...event, t }
      return { ...event, t, x: event.x + Math.round(about(noisePx)), y: event.y + Math.round(about(noisePx)) }
    })
    .sort((a, b) => a.t - b.t)
}

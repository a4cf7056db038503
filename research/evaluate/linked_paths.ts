/**
 * How often mouse movement of different people is called the same path, and how often a copy with noise is found:
 * `node research/evaluate/linked_paths.ts [folder of data sets]`. People set aside are reported alone.
 */
import { join } from 'node:path'
import { createStrokeCutter } from '../../src/features/mouse/strokes.ts'
import { type StrokeShape, shapeOf, writePath } from '../../src/features/mouse_path/path_sketch.ts'
import { samePaths } from '../../src/features/mouse_path/same_path.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'
import { readStream } from '../../src/features/session/stream.ts'
import { grouped, shareOf, writeShare } from '../../tools/wilson.ts'
import { readPeople } from '../lab/convert/folder.ts'
import { hashOf, isHeldOut } from '../lab/convert/labeled.ts'
import { type SeededRandom, seededRandom } from '../seeded_random.ts'

const FOLDER = process.argv[2] ?? join(import.meta.dirname, '../../../shared/data/human')
/** People of one set had the same task on the same page. */
const SETS = ['mora_browser_choice', 'sapimouse', 'unb_capstone']
const NOISE = [
  { px: 0, ms: 0 },
  { px: 2, ms: 5 },
  { px: 4, ms: 20 },
  { px: 8, ms: 20 },
] as const

/** Strokes of a session, as in a survey or in a long visit. */
const STROKES = [10, 20]

interface Moved {
  readonly who: string
  readonly isAside: boolean
  readonly events: readonly StreamEvent[]
}

function shapesOf(events: readonly StreamEvent[]): StrokeShape[] {
  const shapes: StrokeShape[] = []
  const cutter = createStrokeCutter((points) => {
    const shape = shapeOf(points)
    if (shape !== null) shapes.push(shape)
  })
  for (const event of events) cutter.step(event)
  return shapes
}

const USED: ReadonlySet<string> = new Set(['move', 'down', 'up', 'border', 'wheel', 'resize', 'break'])

/** The recordings of one person in one set are one session, with a break between them. */
async function readSet(set: string): Promise<Moved[]> {
  const people = new Map<string, { isAside: boolean; events: StreamEvent[] }>()
  for await (const labeled of readPeople(FOLDER, new Set([set]))) {
    if (labeled.kind !== 'person') continue
    const person = people.get(labeled.who) ?? { isAside: isHeldOut(labeled), events: [] }
    people.set(labeled.who, person)
    if (person.events.length > MOST_EVENTS) continue
    const from = (person.events.at(-1)?.t ?? 0) + 10_000
    for (const event of readStream(labeled.session).events) {
      if (USED.has(event.type)) person.events.push({ ...event, t: event.t + from })
    }
    person.events.push({ type: 'break', t: person.events.at(-1)?.t ?? from })
  }
  return [...people].map(([who, { isAside, events }]) => ({ who, isAside, events }))
}

/** More than the strokes of a sketch need. */
const MOST_EVENTS = 20_000

/** Noise on every position, and on the time of every event without changing the order. */
function noisy(events: readonly StreamEvent[], px: number, ms: number, random: SeededRandom): StreamEvent[] {
  let last = 0
  return events.map((event) => {
    const t = Math.max(last, Math.round(event.t + 10 * random.between(-ms, ms)))
    last = t
    if (!('x' in event)) return { ...event, t }
    const shake = () => Math.round(random.between(-px, px))
    return { ...event, t, x: event.x + shake(), y: event.y + shake() }
  })
}

interface Session {
  readonly who: string
  readonly path: string
}

/** Sessions of so many strokes each, at most `most` of a person. */
const sessionsOf = (people: readonly Moved[], strokes: number, most: number): Session[] =>
  people.flatMap(({ who, events }) => {
    const shapes = shapesOf(events)
    const starts = Array.from(
      { length: Math.min(most, Math.floor(shapes.length / strokes)) },
      (_, i) => i * strokes,
    )
    return starts.flatMap((start) => {
      const path = writePath(shapes.slice(start, start + strokes))
      return path === null ? [] : [{ who, path }]
    })
  })

function pairsOfPeople(sessions: readonly Session[]): number {
  const sizes = [...Map.groupBy(sessions, ({ who }) => who).values()].map(({ length }) => length)
  const pairs = (count: number): number => (count * (count - 1)) / 2
  return pairs(sessions.length) - sizes.reduce((sum, size) => sum + pairs(size), 0)
}

const MOST_SESSIONS = 20

for (const set of SETS) {
  const all = await readSet(set)
  for (const [name, people] of [
    ['all', all],
    ['set aside', all.filter(({ isAside }) => isAside)],
  ] as const) {
    for (const strokes of STROKES) {
      const sessions = sessionsOf(people, strokes, MOST_SESSIONS)
      const linked = samePaths(sessions.map(({ path }) => path)).map((group) =>
        group.map((index) => sessions[index] as Session),
      )
      const wrong = new Set(
        linked.filter((group) => pairsOfPeople(group) > 0).flatMap((group) => group.map(({ who }) => who)),
      )
      const count = new Set(sessions.map(({ who }) => who)).size
      console.log(`${set}, ${name}, ${strokes} strokes: ${grouped(sessions.length)} sessions`)
      console.log(`  ${grouped(pairsOfPeople(sessions))} pairs of different people`)
      console.log(`  people linked to another: ${writeShare(shareOf(wrong.size, count))}`)
      const firsts = sessionsOf(people, strokes, 1)
      for (const { px, ms } of NOISE) {
        const copies = people.map((person) => {
          const random = seededRandom(hashOf(`${set} ${person.who} ${px}`))
          return { ...person, events: noisy(person.events, px, ms, random) }
        })
        const copied = sessionsOf(copies, strokes, 1)
        const found = samePaths([...firsts, ...copied].map(({ path }) => path))
        const hits = firsts.filter(({ who }, index) => {
          const copy = copied.findIndex((each) => each.who === who) + firsts.length
          return found.some((group) => group.includes(index) && group.includes(copy))
        })
        const share = writeShare(shareOf(hits.length, firsts.length))
        console.log(`  copies with noise of ${px} px and ${ms} ms found: ${share}`)
      }
    }
  }
}

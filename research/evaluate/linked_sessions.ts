/**
 * How often typing of different people is called the same rhythm, and how often a copy with noise of 20 ms is found:
 * `node research/evaluate/linked_sessions.ts [folder of recordings]`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sketchOfTimes } from '../../src/features/rhythm/rhythm_sketch.ts'
import { sameRhythms } from '../../src/features/rhythm/same_rhythm.ts'
import { createRandom } from '../lab/drivers/random.ts'

const FOLDER = process.argv[2] ?? join(import.meta.dirname, '../../../shared/data/human')
const SETS = ['aalto136m_sample', 'klicke', 'social_posts']
const NOISE_MS = 20
const KEYS = [40, 60, 129]

interface Line {
  readonly person: string
  readonly events: readonly (readonly [number, string, string])[]
}
interface Typed {
  readonly person: string
  readonly times: number[]
}

/** Key presses without automatic repetition. */
function pressTimes({ events }: Line): number[] {
  const held = new Set<string>()
  const times: number[] = []
  for (const [at, type, key] of events) {
    if (type === 'kd' && !held.has(key)) times.push(at)
    if (type === 'kd') held.add(key)
    if (type === 'ku') held.delete(key)
  }
  return times.sort((a, b) => a - b)
}

/** The sentences of the Aalto set are short: those of one person are one session, with two seconds between them. */
function readSet(set: string): Typed[] {
  const text = gunzipSync(readFileSync(join(FOLDER, set, 'dev.ndjson.gz'))).toString()
  const sessions: Typed[] = []
  const byPerson = new Map<string, Typed>()
  for (const line of text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Line)) {
    const times = pressTimes(line)
    const before = set === 'aalto136m_sample' ? byPerson.get(line.person) : undefined
    if (before === undefined) {
      const session = { person: line.person, times }
      byPerson.set(line.person, session)
      sessions.push(session)
      continue
    }
    const start = (before.times.at(-1) ?? 0) + 2_000 - (times[0] ?? 0)
    before.times.push(...times.map((at) => at + start))
  }
  return sessions
}

function pairsOfPeople(group: readonly Typed[]): number {
  let pairs = 0
  for (const [index, { person }] of group.entries()) {
    pairs += group.slice(index + 1).filter((other) => other.person !== person).length
  }
  return pairs
}

const random = createRandom('linked sessions')
for (const set of SETS.filter((name) => existsSync(join(FOLDER, name)))) {
  const all = readSet(set)
  for (const keys of KEYS) {
    const sessions = all
      .filter(({ times }) => times.length >= 40)
      .map(({ person, times }) => ({ person, times: times.slice(0, keys) }))
    const sketches = sessions.map(({ times }) => sketchOfTimes(times) as string)
    const groups = sameRhythms(sketches).map((group) => group.map((index) => sessions[index] as Typed))
    const wrong = groups.reduce((sum, group) => sum + pairsOfPeople(group), 0)
    const copies = sessions.map(({ times }) =>
      times.map((at) => at + random.between(-NOISE_MS, NOISE_MS)).sort((a, b) => a - b),
    )
    const both = sameRhythms([...sketches, ...copies.map((times) => sketchOfTimes(times) as string)])
    const found = both.flatMap((group) =>
      group.filter((index) => index < sketches.length && group.includes(index + sketches.length)),
    ).length
    const share = ((100 * found) / sessions.length).toFixed(1)
    console.log(
      `${set}, ${keys} keys: ${sessions.length} sessions, ${pairsOfPeople(sessions)} pairs of people, ${wrong} classified as the same, ${share}% of copies found`,
    )
  }
}

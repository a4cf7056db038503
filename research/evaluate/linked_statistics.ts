/**
 * Whether typing statistics tell sessions of one program from those of different people:
 * `node research/evaluate/linked_statistics.ts [folder of data sets]`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isDirectPress } from '../../src/features/keyboard/keys.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'
import { leastSources, sameStatistics, WITHIN } from '../../src/features/typing_statistics/same_statistics.ts'
import {
  foldTypingStatistics,
  readStatistics,
} from '../../src/features/typing_statistics/statistics_sketch.ts'
import { grouped, shareOf, writeShare } from '../../tools/wilson.ts'
import { CLOCKS } from '../fit/disturbed.ts'
import { TYPISTS, type Typist, typeAgain } from '../fit/typists.ts'
import { createKeyWriter, spell } from '../lab/convert/keys.ts'
import { hashOf, isHeldOut } from '../lab/convert/labeled.ts'
import { drawTypingPerson, typeAsPerson } from '../lab/drivers/person_keys.ts'
import { createRandom, type Random } from '../lab/drivers/random.ts'
import { type SeededRandom, seededRandom } from '../seeded_random.ts'

const FOLDER = process.argv[2] ?? join(import.meta.dirname, '../../../shared/data/human')
const SETS = ['klicke', 'aalto136m_sample']
const PRESSES = [120, 240]
/** Sessions of one program. */
const COPIES = [10, 20, 50, 100]
/** Settings of each simulated typist, drawn once for all of its sessions. */
const SETTINGS = 6

interface Typed {
  readonly source: string
  readonly who: string
  readonly events: StreamEvent[]
}

interface Joined extends Typed {
  presses: number
  /** When the next text begins. */
  from: number
}

const newPerson = (source: string, who: string): Joined => ({ source, who, events: [], presses: 0, from: 0 })

/** Texts of one person are joined, with a break between them. */
function readSet(set: string): Typed[] {
  const people = new Map<string, Joined>()
  const text = gunzipSync(readFileSync(join(FOLDER, set, 'dev.ndjson.gz'))).toString()
  for (const line of text.trim().split('\n')) {
    const { source, person, events } = JSON.parse(line)
    const own = people.get(person) ?? newPerson(source, person)
    people.set(person, own)
    const keys = createKeyWriter(0)
    let end = own.from
    for (const [ms, type, key] of events) {
      if (own.presses > MOST_PRESSES || (type !== 'kd' && type !== 'ku')) continue
      const t = own.from + Math.round(10 * (ms - events[0][0]))
      const event = keys[type === 'kd' ? 'down' : 'up'](t, spell(String(key)))
      if (event.type === 'keydown' && isDirectPress(event)) own.presses++
      own.events.push(event)
      end = Math.max(end, t)
    }
    own.from = end + 1
    own.events.push({ type: 'break', t: end })
  }
  return [...people.values()]
}
const MOST_PRESSES = 400

function sketch(events: readonly StreamEvent[], most: number): string | null {
  const fold = foldTypingStatistics()
  let presses = 0
  for (const event of events) {
    if (event.type === 'keydown' && isDirectPress(event) && ++presses > most) break
    fold.step(event)
  }
  return fold.done()
}

const isText = (text: string | null): text is string => text !== null
const groupsOf = (sketches: readonly string[], others: number): number[][] =>
  sameStatistics(
    [...sketches, ...OTHERS.slice(0, others)],
    Array.from({ length: sketches.length + others }, (_, index) => index),
  )
/** Far from people and from each other. Each is a source, and so raises the number of sessions that a cluster needs. */
const OTHERS = Array.from({ length: 1_000 }, (_, i) => {
  const bytes = Buffer.alloc(27, 0x7f)
  bytes.writeInt16LE(-32_000 + 64 * i, 1)
  return bytes.toString('base64')
})

const people = SETS.map((set) => ({ set, typed: readSet(set) }))
console.log('People: sessions in a cluster')
for (const presses of PRESSES) {
  for (const { set, typed } of people) {
    for (const [name, some] of [
      ['all', typed],
      ['held out', typed.filter(isHeldOut)],
    ] as const) {
      const sketches = some.map(({ events }) => sketch(events, presses)).filter(isText)
      const linked = groupsOf(sketches, 0).flat().length
      console.log(`  ${set}, ${name}, ${presses} presses: ${writeShare(shareOf(linked, sketches.length))}`)
    }
  }
  const all = people.flatMap(({ typed }) => typed.map(({ events }) => sketch(events, presses))).filter(isText)
  console.log(
    `  both sets, ${presses} presses: ${writeShare(shareOf(groupsOf(all, 0).flat().length, all.length))}`,
  )
}
for (const [clock, disturb] of Object.entries(CLOCKS)) {
  const all = people
    .flatMap(({ typed }) => typed.map(({ events }) => sketch(disturb(events), 120)))
    .filter(isText)
  console.log(`  both sets, ${clock}: ${writeShare(shareOf(groupsOf(all, 0).flat().length, all.length))}`)
}

/**
 * Expected sessions with enough neighbors among so many people like these. The density around each person is that at a
 * wider distance, times the share of pairs that are also near: too few pairs are near to count them around one person.
 */
function expectedAmong(sketches: readonly string[], among: number): number {
  const values = sketches.map((text) => readStatistics(text).values)
  let [near, wide] = [0, 0]
  const around = values.map(() => 0)
  for (const [i, a] of values.entries()) {
    for (const [j, b] of values.entries()) {
      const distance = Math.hypot(...a.map((value, k) => value - (b[k] as number)))
      if (i === j || distance > WITHIN + WIDER) continue
      wide++
      around[i] = (around[i] as number) + 1
      if (distance <= WITHIN) near++
    }
  }
  const others = leastSources(among) - 1
  const chances = around.map((count) => {
    const mean = ((among - 1) * count * near) / (wide * (values.length - 1))
    return poissonFrom(others, mean)
  })
  return (among * chances.reduce((sum, chance) => sum + chance, 0)) / chances.length
}
const WIDER = 0.7

/** The chance of at least `least` events. */
function poissonFrom(least: number, mean: number): number {
  let [term, sum] = [Math.exp(-mean), 0]
  for (let count = 0; count < least + 60; count++) {
    if (count >= least) sum += term
    term *= mean / (count + 1)
  }
  return sum
}

console.log('People: expected sessions in false clusters, 120 presses')
for (const { set, typed } of people) {
  const sketches = typed.map(({ events }) => sketch(events, 120)).filter(isText)
  for (const among of [500, 1_000, 2_000]) {
    console.log(`  ${set}, ${grouped(among)} people: ${expectedAmong(sketches, among).toFixed(4)}`)
  }
}

const texts = people.flatMap(({ typed }) => typed.map(({ events }) => events))

/** The settings are drawn from one seed, and the keys from another. */
function typeWith(typist: Typist, setting: number, session: number): StreamEvent[] {
  const settings = seededRandom(hashOf(`${typist.name} ${setting}`))
  const keys = seededRandom(hashOf(`${typist.name} ${setting} ${session}`))
  let current = settings
  const random: SeededRandom = {
    next: () => current.next(),
    between: (low, high) => current.between(low, high),
    below: (limit) => current.below(limit),
    chance: (share) => current.chance(share),
    pick: (items) => current.pick(items),
    shuffle: (items) => current.shuffle(items),
    normal: () => current.normal(),
  }
  const usesPerson = typist.replays === true || typist.name.startsWith('shuffled')
  const text = texts[(usesPerson ? 97 * setting : 13 * session + setting) % texts.length] as StreamEvent[]
  const fixed: Typist = {
    ...typist,
    start(drawn, person) {
      const draw = typist.start(drawn, person)
      return (press, before, index) => {
        if (index === 0) current = keys
        return draw(press, before, index)
      }
    },
  }
  return typeAgain(text, fixed, random)
}

const WORDS =
  'the of and to in is you that it was for on are with they this have from one had by what when your'
    .concat(
      ' can said there each which how their will other about many then these some her would make like time',
    )
    .split(' ')
const NAMES: Readonly<Record<string, string>> = { space: ' ', BackSpace: 'Backspace', Shift_L: 'Shift' }

const typeAsProgram = (random: Random, person = drawTypingPerson(random)): StreamEvent[] => {
  const keys = createKeyWriter(0)
  const text = Array.from({ length: 80 }, () => random.of(WORDS)).join(' ')
  return typeAsPerson(text, person, random)
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, line }) => {
      const [kind, symbol] = line.split(' ') as [string, string]
      return keys[kind === 'keydown' ? 'down' : 'up'](Math.round(10 * atMs), NAMES[symbol] ?? symbol)
    })
}

console.log(`Programs: settings with a cluster, among ${grouped(OTHERS.length)} unrelated sessions`)
const programs: [string, number, (setting: number, session: number) => StreamEvent[]][] = [
  ...TYPISTS.map((typist): (typeof programs)[0] => [
    typist.name,
    SETTINGS,
    (setting, session) => typeWith(typist, setting, session),
  ]),
  [
    'lab, one setting',
    SETTINGS,
    (setting, session) => {
      const person = drawTypingPerson(createRandom(`setting ${setting}`))
      return typeAsProgram(createRandom(`${setting} ${session}`), person)
    },
  ],
  [
    'lab, drawn for each session',
    SETTINGS,
    (setting, session) => typeAsProgram(createRandom(`d${setting} ${session}`)),
  ],
]
for (const presses of PRESSES) {
  for (const [name, settings, type] of programs) {
    const found = COPIES.map(() => 0)
    let able = 0
    for (let setting = 0; setting < settings; setting++) {
      const sketches = Array.from({ length: Math.max(...COPIES) }, (_, i) =>
        sketch(type(setting, i), presses),
      )
      const enough = sketches.filter(isText)
      if (enough.length < sketches.length / 2) continue
      able++
      for (const [i, copies] of COPIES.entries()) {
        if (groupsOf(enough.slice(0, copies), OTHERS.length).length > 0) found[i] = (found[i] as number) + 1
      }
    }
    const shares = COPIES.map((copies, i) => `${copies} sessions ${found[i]}`).join(', ')
    console.log(`  ${name}, ${presses} presses: of ${able} settings: ${shares}`)
  }
}

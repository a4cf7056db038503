/** Windows of people, and of simulated typists and mice over the same texts and between the same places. */
import { join } from 'node:path'
import { foldKeyWindows, KEY_NUMBERS } from '../../src/features/keyboard/key_windows.ts'
import { isDirectPress } from '../../src/features/keyboard/keys.ts'
import {
  measureStroke,
  type Point,
  STROKE_NUMBERS,
  STROKE_STEP,
  STROKE_WINDOW,
  summarize,
} from '../../src/features/mouse/strokes.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'
import { readStream } from '../../src/features/session/stream.ts'
import { readPeople } from '../lab/convert/folder.ts'
import { hashOf, isHeldOut, type Labeled } from '../lab/convert/labeled.ts'
import { seededRandom } from '../seeded_random.ts'
import { CLOCKS, type Disturbance, POINTERS } from './disturbed.ts'
import { MICE } from './mice.ts'
import { strokesOf } from './strokes_of.ts'
import { TYPISTS, typeAgain } from './typists.ts'

/** Data sets whose license allows shipping a model fitted on them. */
export const KEY_SETS: ReadonlySet<string> = new Set(['klicke'])
export const STROKE_SETS: ReadonlySet<string> = new Set(['sapimouse', 'humanmovemouse', 'wafer_recordings'])

/** Folders of people who are used only to set the limits, or are held out. */
const OTHER_KEY_FOLDERS = ['aalto136m_sample', 'social_posts', 'unb_capstone']
const OTHER_STROKE_FOLDERS = ['balabit', 'circles', 'mora_browser_choice', 'unb_capstone', 'web_captcha']

/** Maximum number of keys on which automation is evaluated. */
const MACHINE_PRESSES = 620

type Windows = readonly (readonly number[])[]

export interface Sample {
  /** `person`, or the kind of automation. */
  readonly group: string
  readonly source: string
  /** Whether the sample may be part of the fit; the others set limits or are evaluated. */
  readonly isFitted: boolean
  readonly isHeldOut: boolean
  /** The simulated recording device, for people as another device would have recorded them. */
  readonly disturbance?: string
  readonly windows: Windows
}

export interface Samples {
  readonly names: readonly string[]
  readonly samples: readonly Sample[]
}

interface Person {
  readonly name: string
  readonly source: string
  readonly isHeldOut: boolean
  readonly parts: (readonly StreamEvent[])[]
}

export async function samplesOfKeys(data: string): Promise<Samples> {
  const samples: Sample[] = []
  for await (const person of people(data, [...KEY_SETS, ...OTHER_KEY_FOLDERS], isKey)) {
    const events = joined(person.parts)
    addPerson(samples, person, KEY_SETS, CLOCKS, (disturb) => keyWindowsOf(disturb(events)))
    if (!KEY_SETS.has(person.source)) continue
    const text = firstPresses(events)
    for (const typist of TYPISTS) {
      const random = seededRandom(hashOf(`${person.name} ${typist.name}`))
      samples.push({
        group: typist.name,
        source: person.source,
        isFitted: typist.unfitted !== true,
        isHeldOut: person.isHeldOut,
        windows: keyWindowsOf(typeAgain(text, typist, random)),
      })
    }
  }
  return { names: KEY_NUMBERS, samples }
}

export async function samplesOfStrokes(data: string): Promise<Samples> {
  const samples: Sample[] = []
  for await (const person of people(data, [...STROKE_SETS, ...OTHER_STROKE_FOLDERS], isPointer)) {
    const strokesBy = (disturb: Disturbance): Point[][] =>
      person.parts.flatMap((events) => strokesOf(disturb(events)))
    addPerson(samples, person, STROKE_SETS, { ...CLOCKS, ...POINTERS }, (disturb) =>
      strokeWindowsOf(strokesBy(disturb)),
    )
    if (!STROKE_SETS.has(person.source)) continue
    const strokes = strokesBy((events) => [...events])
    for (const mouse of MICE) {
      const draw = mouse.start(seededRandom(hashOf(`${person.name} ${mouse.name}`)))
      samples.push({
        group: mouse.name,
        source: person.source,
        isFitted: mouse.unfitted !== true,
        isHeldOut: person.isHeldOut,
        windows: strokeWindowsOf(strokes.map(draw)),
      })
    }
  }
  return { names: STROKE_NUMBERS, samples }
}

function addPerson(
  samples: Sample[],
  { source, isHeldOut: isAside }: Person,
  fitted: ReadonlySet<string>,
  disturbances: Readonly<Record<string, Disturbance>>,
  windowsBy: (disturb: Disturbance) => Windows,
): void {
  const common = { source, isHeldOut: isAside }
  const windows = windowsBy((events) => [...events])
  samples.push({ ...common, group: 'person', isFitted: fitted.has(source), windows })
  if (!isAside) return
  for (const [disturbance, disturb] of Object.entries(disturbances)) {
    samples.push({ ...common, group: disturbance, disturbance, isFitted: false, windows: windowsBy(disturb) })
  }
}

const isKey = ({ type }: StreamEvent): boolean => type.startsWith('key') || isEnd(type)
const isPointer = ({ type }: StreamEvent): boolean =>
  ['move', 'down', 'up', 'border', 'wheel', 'resize'].includes(type) || isEnd(type)
const isEnd = (type: string): boolean => type === 'break' || type === 'attention'

/** Joins consecutive short recordings of one person, because each alone is too short for the windows. */
async function* people(
  data: string,
  folders: readonly string[],
  isNeeded: (event: StreamEvent) => boolean,
): AsyncGenerator<Person> {
  for (const folder of folders) {
    const all = new Map<string, Person>()
    for await (const labeled of readPeople(join(data, 'human'), new Set([folder]))) {
      if (labeled.kind !== 'person') continue
      const name = `${labeled.source} ${labeled.who}`
      const person = all.get(name) ?? personOf(labeled, name)
      person.parts.push(readStream(labeled.session).events.filter(isNeeded))
      all.set(name, person)
    }
    yield* all.values()
  }
}

const personOf = (labeled: Labeled, name: string): Person => ({
  name,
  source: labeled.source,
  isHeldOut: isHeldOut(labeled),
  parts: [],
})

/** One stream with breaks between the parts. */
function joined(parts: readonly (readonly StreamEvent[])[]): StreamEvent[] {
  let from = 0
  return parts.flatMap((events) => {
    const begin = events[0]?.t ?? 0
    const moved = events.map((event) => ({ ...event, t: event.t - begin + from }))
    const end = moved.at(-1)?.t ?? from
    from = end + 1
    return [...moved, { type: 'break' as const, t: end }]
  })
}

function firstPresses(events: readonly StreamEvent[]): StreamEvent[] {
  let presses = 0
  return events.filter((event) => {
    if (event.type === 'keydown' && isDirectPress(event)) presses++
    return presses <= MACHINE_PRESSES
  })
}

function keyWindowsOf(events: readonly StreamEvent[]): Windows {
  const fold = foldKeyWindows()
  for (const event of events) fold.step(event)
  return fold.done()
}

function strokeWindowsOf(strokes: readonly (readonly Point[])[]): Windows {
  const measured = strokes.flatMap((stroke) => {
    const measures = measureStroke(stroke)
    return measures === undefined ? [] : [measures]
  })
  const windows: number[][] = []
  for (let at = 0; at + STROKE_WINDOW <= measured.length; at += STROKE_STEP) {
    windows.push(summarize(measured.slice(at, at + STROKE_WINDOW)))
  }
  return windows
}

/** Fits the model behind agent_behavior: people against simulated typists and mice. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPeople } from '../../lab/convert/folder.ts'
import { hashOf, isHeldOut } from '../../lab/convert/labelled.ts'
import { foldKeyWindows, KEY_NUMBERS } from '../../src/features/keyboard/key_windows.ts'
import {
  measureStroke,
  type Point,
  STROKE_NUMBERS,
  STROKE_WINDOW,
  summarise,
} from '../../src/features/mouse/strokes.ts'
import type { StreamEvent } from '../../src/features/session/fold.ts'
import { readStream } from '../../src/features/session/stream.ts'
import {
  type AgentBehaviorModel,
  type Part,
  STRETCH,
  suspicionOf,
} from '../../src/models/agent_behavior/predict.ts'
import { type Example, ODDEST, regress } from './logistic.ts'
import { MICE } from './mice.ts'
import { createRandom } from './random.ts'
import { strokesOf } from './strokes_of.ts'
import { TYPISTS, typeAgain } from './typists.ts'

/** Data sets whose license allows shipping a model fitted on them. */
export const KEY_SETS: ReadonlySet<string> = new Set(['klicke'])
export const STROKE_SETS: ReadonlySet<string> = new Set(['sapimouse', 'humanmovemouse', 'wafer_recordings'])

/** Windows per person that count, so that a long essay does not outweigh others. */
const PERSON_WINDOWS = 30
const MACHINE_WINDOWS = 6
const LOUDEST = 4

/** People in the fitting data who may exceed the threshold: one in 250. */
const ALLOWED_SHARE = 0.004
/** Above the next highest of them. */
const MARGIN = 0.5
/** Share of the highest possible sum. People in data sets of other recorders reached 0.66 with the mouse. */
const LEAST_SHARE = { keys: 0.6, strokes: 0.8 } as const

type Windows = readonly (readonly number[])[]

interface Sample {
  readonly who: string
  readonly group: string
  readonly isAutomation: boolean
  readonly windows: Windows
}

export async function fitAgentBehavior(data: string, out: string, date: string): Promise<void> {
  const keys = await keySamples(data)
  const strokes = await strokeSamples(data)
  const model = { version: '', oddest: ODDEST, loudest: LOUDEST }
  const keyPart = fitPart(keys, KEY_NUMBERS, LEAST_SHARE.keys, model)
  const strokePart = fitPart(strokes, STROKE_NUMBERS, LEAST_SHARE.strokes, model)
  const version = createHash('sha256')
    .update(JSON.stringify([keyPart, strokePart]))
    .digest('hex')
    .slice(0, 12)
  const fitted = {
    version,
    provenance: {
      date,
      method:
        'logistic regression over standardised numbers and their squares; people against automation of equal weight',
      people: { keys: [...KEY_SETS], strokes: [...STROKE_SETS] },
      automation: { keys: TYPISTS.map(({ name }) => name), strokes: MICE.map(({ name }) => name) },
      level:
        'LEAST_SHARE, ALLOWED_SHARE and MARGIN of tools/fit/agent_behavior.ts were chosen after seeing all development recordings; see docs/benchmarks/statistics.md',
      note: 'Automation is generated over the same texts and the same places as the people, so that only timing and shape differ.',
      samples: { keys: countsOf(keys), strokes: countsOf(strokes) },
      leftOutTypists: leaveOneOut(keys, KEY_NUMBERS, LEAST_SHARE.keys, model),
      leftOutMice: leaveOneOut(strokes, STROKE_NUMBERS, LEAST_SHARE.strokes, model),
    },
    oddest: ODDEST,
    loudest: LOUDEST,
    keys: keyPart,
    strokes: strokePart,
  }
  await writeFile(join(out, 'weights.json'), `${JSON.stringify(fitted, null, 2)}\n`)
}

type Limits = Pick<AgentBehaviorModel, 'version' | 'oddest' | 'loudest'>

function fitPart(
  samples: readonly Sample[],
  names: readonly string[],
  leastShare: number,
  limits: Limits,
): Part {
  const regression = regress(examplesOf(samples))
  const part: Part = { names, ...regression, enough: 0 }
  const people = samples.filter(({ isAutomation }) => !isAutomation)
  const descending = people
    .flatMap(({ windows }) => suspicionOf(windows, part, limits) ?? [])
    .sort((a, b) => b - a)
  const tolerated = descending[Math.floor(ALLOWED_SHARE * descending.length)] ?? 0
  const enough = Math.max(tolerated + MARGIN, leastShare * STRETCH * LOUDEST)
  return { ...part, enough: Math.round(enough * 100) / 100 }
}

function examplesOf(samples: readonly Sample[]): Example[] {
  return samples.flatMap(({ windows, isAutomation }) => {
    const used = windows.slice(0, isAutomation ? MACHINE_WINDOWS : PERSON_WINDOWS)
    return used.map((numbers) => ({ numbers, isAutomation, weight: 1 / used.length }))
  })
}

/** For each kind of automation: the share detected by a model fitted without that kind. */
function leaveOneOut(
  samples: readonly Sample[],
  names: readonly string[],
  leastShare: number,
  limits: Limits,
) {
  const groups = [...new Set(samples.filter(({ isAutomation }) => isAutomation).map(({ group }) => group))]
  return Object.fromEntries(
    groups.map((group) => {
      const part = fitPart(
        samples.filter((sample) => sample.group !== group),
        names,
        leastShare,
        limits,
      )
      const suspicions = samples
        .filter((sample) => sample.group === group)
        .flatMap(({ windows }) => suspicionOf(windows, part, limits) ?? [])
      const found = suspicions.filter((suspicion) => suspicion >= part.enough).length
      return [group, { found, of: suspicions.length }]
    }),
  )
}

const countsOf = (samples: readonly Sample[]) => ({
  people: samples.filter(({ isAutomation }) => !isAutomation).length,
  automation: samples.filter(({ isAutomation }) => isAutomation).length,
})

async function keySamples(data: string): Promise<Sample[]> {
  const samples: Sample[] = []
  for await (const labelled of readPeople(join(data, 'human'), KEY_SETS)) {
    if (isHeldOut(labelled) || labelled.kind !== 'person') continue
    const { events } = readStream(labelled.session)
    samples.push({ who: labelled.who, group: 'person', isAutomation: false, windows: keyWindowsOf(events) })
    for (const typist of TYPISTS) {
      const again = typeAgain(events, typist, createRandom(hashOf(`${labelled.name} ${typist.name}`)))
      samples.push({
        who: labelled.who,
        group: typist.name,
        isAutomation: true,
        windows: keyWindowsOf(again),
      })
    }
  }
  return samples.filter(({ windows }) => windows.length > 0)
}

function keyWindowsOf(events: readonly StreamEvent[]): Windows {
  const fold = foldKeyWindows()
  for (const event of events) fold.step(event)
  return fold.done()
}

async function strokeSamples(data: string): Promise<Sample[]> {
  const byPerson = new Map<string, Point[][]>()
  for await (const labelled of readPeople(join(data, 'human'), STROKE_SETS)) {
    if (labelled.kind !== 'person' || isHeldOut(labelled)) continue
    const { source, who } = labelled
    const own = byPerson.get(`${source} ${who}`) ?? []
    own.push(...strokesOf(readStream(labelled.session).events))
    byPerson.set(`${source} ${who}`, own)
  }
  const samples: Sample[] = []
  for (const [who, strokes] of byPerson) {
    samples.push({ who, group: 'person', isAutomation: false, windows: strokeWindowsOf(strokes) })
    for (const mouse of MICE) {
      const draw = mouse.start(createRandom(hashOf(`${who} ${mouse.name}`)))
      samples.push({
        who,
        group: mouse.name,
        isAutomation: true,
        windows: strokeWindowsOf(strokes.map(draw)),
      })
    }
  }
  return samples.filter(({ windows }) => windows.length > 0)
}

function strokeWindowsOf(strokes: readonly (readonly Point[])[]): Windows {
  const measured = strokes.flatMap((stroke) => {
    const measures = measureStroke(stroke)
    return measures === undefined ? [] : [measures]
  })
  const windows: number[][] = []
  for (let at = 0; at + STROKE_WINDOW <= measured.length; at += STROKE_WINDOW) {
    windows.push(summarise(measured.slice(at, at + STROKE_WINDOW)))
  }
  return windows
}

/** Fits the model behind agent_behavior: people against simulated typists and mice. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AgentBehaviorModel,
  evidenceOf,
  highestSums,
  type Part,
} from '../../src/models/agent_behavior/predict.ts'
import { KEY_SETS, type Sample, STROKE_SETS, samplesOfKeys, samplesOfStrokes } from './behavior_samples.ts'
import { type Example, ODDEST, type RegressionOptions, regress } from './logistic.ts'
import { MICE } from './mice.ts'
import { TYPISTS } from './typists.ts'

/** Maximum number of windows per person, so that a long essay does not outweigh others. */
const PERSON_WINDOWS = 20
const MACHINE_WINDOWS = 4
const LOUDEST = 4

interface Side {
  readonly names: readonly string[]
  readonly regression: RegressionOptions
  readonly stretches: readonly number[]
  /** Numbers of first windows that are weak evidence. */
  readonly beginnings?: readonly number[]
  /** Share of the people not held out who may exceed the limit of a stretch, before the margin. */
  readonly allowed: number
  /** Distance of the limit above the highest value of the other people. */
  readonly margin: number
  /** Windows of automation that are evaluated: a short session and a longer one. */
  readonly evaluated: readonly [number, number]
}

export async function fitAgentBehavior(data: string, out: string, date: string): Promise<void> {
  const keys = await samplesOfKeys(data)
  const strokes = await samplesOfStrokes(data)
  const keySide: Side = {
    names: keys.names,
    regression: { squares: true, shrink: 0.005 },
    stretches: [3, 6, 10],
    beginnings: [1, 2, 3],
    allowed: 0.004,
    margin: 0.25,
    evaluated: [6, 12],
  }
  const strokeSide: Side = {
    names: strokes.names,
    regression: { squares: false, shrink: 0.1 },
    stretches: [1],
    allowed: 0,
    margin: 0.5,
    evaluated: [1, 4],
  }
  const keyPart = fitPart(keys.samples, keySide)
  const strokePart = fitPart(strokes.samples, strokeSide)
  const version = createHash('sha256')
    .update(JSON.stringify([keyPart, strokePart]))
    .digest('hex')
    .slice(0, 12)
  const fitted = {
    version,
    provenance: {
      date,
      method:
        'logistic regression over standardized numbers, for keys also over their squares; people against automation of equal weight',
      people: { keys: [...KEY_SETS], strokes: [...STROKE_SETS] },
      automation: { keys: namesOf(TYPISTS), strokes: namesOf(MICE) },
      level:
        'above the sums of people in all sets, except those held out; features, form and margins are the best of about 50 combinations, compared on people held out; see docs/benchmarks/statistics.md',
      note: 'Automation is generated over the same texts and the same places as the people, so that only timing and shape differ.',
      samples: { keys: countsOf(keys.samples), strokes: countsOf(strokes.samples) },
      leftOutTypists: leaveOneOut(keys.samples, keySide, keyPart),
      leftOutMice: leaveOneOut(strokes.samples, strokeSide, strokePart),
      peopleHeldOut: {
        keys: peopleHeldOut(keys.samples, keyPart),
        strokes: peopleHeldOut(strokes.samples, strokePart),
      },
    },
    oddest: ODDEST,
    loudest: LOUDEST,
    keys: keyPart,
    strokes: strokePart,
  }
  await writeFile(join(out, 'weights.json'), `${JSON.stringify(fitted, null, 2)}\n`)
}

const LIMITS: Pick<AgentBehaviorModel, 'oddest' | 'loudest'> = { oddest: ODDEST, loudest: LOUDEST }

function fitPart(samples: readonly Sample[], side: Side): Part {
  const fitted = samples.filter(({ isFitted, isHeldOut }) => isFitted && !isHeldOut)
  const unlimited: Part = {
    names: side.names,
    ...regress(examplesOf(fitted), side.regression),
    stretches: side.stretches.map((windows) => ({ windows, enough: 1 })),
  }
  const people = samples.filter(({ group, isHeldOut }) => group === 'person' && !isHeldOut)
  const sums = people.map(({ windows }) => highestSums(windows, unlimited, LIMITS))
  const stretches = side.stretches.map((windows, i) => {
    const descending = sums.flatMap((own) => own[i] ?? []).sort((a, b) => b - a)
    const highest = descending[Math.floor(side.allowed * descending.length)] ?? 0
    return { windows, enough: Math.round((highest + side.margin) * 100) / 100 }
  })
  if (side.beginnings === undefined) return { ...unlimited, stretches }
  const beginnings = side.beginnings.map((length) => {
    const descending = people
      .filter(({ windows }) => windows.length >= length)
      .map(({ windows }) =>
        windows.slice(0, length).reduce((sum, one) => sum + evidenceOf(one, unlimited, LIMITS), 0),
      )
      .sort((a, b) => b - a)
    const from = descending[Math.floor(WEAK_SHARE * descending.length)] ?? 0
    return { windows: length, from: Math.round(from * 100) / 100 }
  })
  return { ...unlimited, stretches, beginnings }
}

/** Share of people whose first windows are weak evidence. */
const WEAK_SHARE = 0.005

function examplesOf(samples: readonly Sample[]): Example[] {
  return samples.flatMap(({ windows, group }) => {
    const isAutomation = group !== 'person'
    const used = windows.slice(0, isAutomation ? MACHINE_WINDOWS : PERSON_WINDOWS)
    return used.map((numbers) => ({ numbers, isAutomation, weight: 1 / used.length }))
  })
}

/** For each kind of automation, over held-out people: the share detected by a model fitted without that kind. */
function leaveOneOut(samples: readonly Sample[], side: Side, whole: Part) {
  const groups = [
    ...new Set(samples.filter(({ disturbance }) => disturbance === undefined).map(({ group }) => group)),
  ]
  return Object.fromEntries(
    groups
      .filter((group) => group !== 'person')
      .map((group) => {
        const without = fitPart(
          samples.filter((sample) => sample.group !== group),
          side,
        )
        const own = samples.filter((sample) => sample.group === group && sample.isHeldOut)
        const found = (part: Part, most: number): number =>
          own.filter(({ windows }) => isDetected(windows.slice(0, most), part) === true).length
        const [short, long] = side.evaluated
        const of = own.filter(
          ({ windows }) => isDetected(windows.slice(0, short), whole) !== undefined,
        ).length
        return [
          group,
          {
            found: found(without, short),
            foundLonger: found(without, long),
            foundFitted: found(whole, short),
            of,
          },
        ]
      }),
  )
}

/** Held-out people by data set, and the same people as other devices would have recorded them. */
function peopleHeldOut(samples: readonly Sample[], part: Part) {
  const people = samples.filter(({ group, isHeldOut }) => group === 'person' && isHeldOut)
  const count = (own: readonly Sample[]) => {
    const results = own.map(({ windows }) => isDetected(windows, part))
    return {
      detected: results.filter((result) => result === true).length,
      of: results.filter((result) => result !== undefined).length,
      unknown: results.filter((result) => result === undefined).length,
    }
  }
  const by = (keyOf: (sample: Sample) => string | undefined, all: readonly Sample[]) =>
    Object.fromEntries(
      [...new Set(all.flatMap((sample) => keyOf(sample) ?? []))].map((key) => [
        key,
        count(all.filter((sample) => keyOf(sample) === key)),
      ]),
    )
  const disturbed = samples.filter(({ disturbance }) => disturbance !== undefined)
  return {
    bySet: by(({ source }) => source, people),
    disturbed: by(({ disturbance }) => disturbance, disturbed),
  }
}

function isDetected(windows: readonly (readonly number[])[], part: Part): boolean | undefined {
  const sums = highestSums(windows, part, LIMITS)
  if (sums[0] === undefined) return undefined
  return sums.some((sum, i) => sum !== undefined && sum >= (part.stretches[i]?.enough ?? 0))
}

const namesOf = (all: readonly { readonly name: string; readonly unfitted?: true }[]): string[] =>
  all.filter(({ unfitted }) => unfitted !== true).map(({ name }) => name)

function countsOf(samples: readonly Sample[]) {
  const fitted = samples.filter(({ isFitted, isHeldOut }) => isFitted && !isHeldOut)
  const people = fitted.filter(({ group }) => group === 'person').length
  return { people, automation: fitted.length - people }
}

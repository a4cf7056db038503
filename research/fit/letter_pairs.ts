/**
 * Fits the time people take for each pair of letters, and the weights that distinguish a program's regular intervals
 * from those of people. Uses people who are not held out, against simulated loops that `npm run evaluate` does not use.
 *
 *   node research/fit/letter_pairs.ts [folder of recordings]
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeEntry } from '../../src/contract/survey.ts'
import { editsOf } from '../../src/features/typing_history/edits.ts'
import { readHistory } from '../../src/features/typing_history/entries.ts'
import { evennessInputs, offsetsOf, pairFit } from '../../src/features/typing_history/letter_pairs.ts'
import { typingOf } from '../../src/features/typing_history/typing.ts'
import { type PersonHistory, peopleIn } from '../evaluate/typing/people.ts'
import { isHeldOut } from '../lab/convert/labeled.ts'
import { seededRandom } from '../seeded_random.ts'
import { rowsIn, textOf } from '../text/data.ts'
import { fitLogistic, type SparseRow } from '../text/logistic.ts'
import { answerParts } from './answer_parts.ts'
import { loopHistory } from './loops.ts'

const folder = process.argv[2] ?? '../shared/data'
const OUT = join(import.meta.dirname, '../../src/features/typing_history/letter_pairs.json')

/** The minimum number of intervals for a pair, and the strength of shrinkage toward the mean. */
const LEAST_SEEN = 20
const HELD_BACK = 10

/** The same range as in `flow.ts`; above its upper end, the other rules detect everything. */
const LEAST_GAPS = 45
const MOST_GAPS = 160

/** The provenance of the intervals. */
const LEAST_CHARS = 60
const MOST_CHARS = 135

const LOOPS = 3_000
/** A false positive costs more than a missed loop. */
const PERSON_WEIGHT = 4
/** False positives allowed among some 6,000 parts of people's answers; all of them copied a sentence. */
const PEOPLE_ABOVE = 7

const random = seededRandom(4711)

interface PairGaps {
  readonly pairs: string[]
  /** Natural logarithms. */
  readonly logs: number[]
}

function gapsOf(history: readonly ChangeEntry[]): PairGaps {
  const gaps: PairGaps = { pairs: [], logs: [] }
  let before: { inserted: string; position: number } | null = null
  for (const { removed, inserted, position, gapMs } of editsOf(readHistory(history).entries)) {
    const isTyped = removed === '' && [...inserted].length === 1
    const follows = before !== null && position === before.position + before.inserted.length
    if (isTyped && before && follows && gapMs !== null && gapMs <= 2_000 && inserted !== before.inserted) {
      gaps.pairs.push(before.inserted + inserted)
      gaps.logs.push(Math.log(Math.max(1, gapMs)))
    }
    before = isTyped ? { inserted, position } : null
  }
  return gaps
}

function timesOf(people: readonly PersonHistory[]): Map<string, number> {
  const sums = new Map<string, { sum: number; seen: number }>()
  for (const { history } of people) {
    const { pairs, logs } = gapsOf(history)
    for (const [at, offset] of offsetsOf(logs).entries()) {
      const pair = (pairs[at] as string).toLowerCase()
      const { sum, seen } = sums.get(pair) ?? { sum: 0, seen: 0 }
      sums.set(pair, { sum: sum + offset, seen: seen + 1 })
    }
  }
  return new Map(
    [...sums]
      .filter(([, { seen }]) => seen >= LEAST_SEEN)
      .map(([pair, { sum, seen }]) => [pair, rounded(sum / (seen + HELD_BACK))] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const rounded = (value: number): number => Math.round(value * 1e3) / 1e3

function inputsOf(history: readonly ChangeEntry[], times: ReadonlyMap<string, number>): number[] | null {
  const typing = typingOf(readHistory(history), history.at(-1)?.s ?? '', null)
  const { pairs, logs } = gapsOf(history)
  const fit = pairFit(pairs, logs, times)
  if (typing === null || fit === null) return null
  const { gaps, longestPauseMs, ninetyFifthGapMs, medianGapMs } = typing.rhythm
  if (gaps < LEAST_GAPS || gaps >= MOST_GAPS) return null
  return evennessInputs({
    longestMs: longestPauseMs,
    ninetyFifthMs: ninetyFifthGapMs,
    medianMs: medianGapMs,
    correctionsPerGap: typing.corrections / gaps,
    pairFit: fit,
  })
}

const rowOf = (inputs: readonly number[], label: 0 | 1): SparseRow => ({
  indices: Uint32Array.from(inputs.keys()),
  values: Float32Array.from(inputs),
  label,
  weight: label === 0 ? PERSON_WEIGHT : 1,
})

// Two data sets contain the same essay writers, who are held out together.
const people = [...peopleIn(folder, true)].filter(
  ({ set, person }) => !isHeldOut({ source: set === 'klicke_histories' ? 'klicke' : set, who: person }),
)
const times = timesOf(people)
const texts = rowsIn(join(folder, 'text', 'survey_human'))
  .map((row) => textOf(row, 'text').trim())
  .filter((text) => text.length >= LEAST_CHARS && text.length <= MOST_CHARS)
const seen = (histories: Iterable<readonly ChangeEntry[]>) =>
  [...histories].map((history) => inputsOf(history, times)).filter((inputs) => inputs !== null)
const peopleInputs = seen(people.flatMap((person) => [...answerParts(person)]))
const loops = seen(Array.from({ length: LOOPS }, () => loopHistory(random.pick(texts), random)))
const model = fitLogistic(
  [...peopleInputs.map((inputs) => rowOf(inputs, 0)), ...loops.map((inputs) => rowOf(inputs, 1))],
  { width: 4, passes: 400, rate: 0.5, shrink: 0 },
  random,
)
const weights = [...model.weights].map(rounded)
const bias = rounded(model.bias)
const score = (inputs: readonly number[]) =>
  inputs.reduce((sum, input, at) => sum + input * (weights[at] as number), bias)
const highest = peopleInputs.map(score).sort((a, b) => b - a)
const limit = rounded(highest[PEOPLE_ABOVE] as number)
const found = loops.filter((inputs) => score(inputs) > limit).length
const provenance = {
  what: 'how much longer than the median the gap between two letters is, as a natural logarithm; and the weights that distinguish regular intervals from those of a person',
  fittedOn: `${people.length} histories of people who are not held out (klicke, klicke_histories, fr_essays, aalto136m_sample); ${peopleInputs.length} parts of them of ${LEAST_GAPS} to ${MOST_GAPS} gaps against ${loops.length} loops`,
  made: '2026-11-15',
  script: 'research/fit/letter_pairs.ts',
}
const stored = { provenance, evenness: { bias, weights, limit }, times: Object.fromEntries(times) }
await writeFile(OUT, `${JSON.stringify(stored, null, 1)}\n`)
console.log(
  `${times.size} pairs; bias ${bias}, weights ${weights.join(', ')}, limit ${limit}: ${found} of ${loops.length} loops above it, ${PEOPLE_ABOVE} of ${peopleInputs.length} parts`,
)

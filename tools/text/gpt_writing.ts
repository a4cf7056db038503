/**
 * The expert on writing at large: people's texts of thirty kinds beside what a dozen models made of the same texts or
 * prompts. No answers of models to surveys are among them, so it shares none of the other experts' blind spots.
 */
import { join } from 'node:path'
import { plainText } from '../../src/features/text/normalise.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { HASHED } from '../../src/features/text/style.ts'
import { chance } from './chance.ts'
import { rowsIn, textOf } from './data.ts'
import {
  baselineOf,
  type FittedExpert,
  type Judged,
  OPTIONS,
  type ReadWriting,
  readWriting,
} from './gpt_experts.ts'
import type { GptAnswer } from './gpt_rows.ts'
import { fitLogistic, type LogisticModel, logitOf, type SparseRow } from './logistic.ts'
import { MIXED_SOURCES, type Writing } from './other_writing.ts'
import { pairedTexts } from './paired_sets.ts'
import { publishedAnswers } from './survey_people.ts'

/** Broad texts bear a quicker fit than the few answers do. */
const WRITING_OPTIONS = { ...OPTIONS, passes: 8, rate: 0.5 }

/** How much the unevenness of a feature's use counts before the fit. */
const CONTRAST = 0.5

const PEOPLE_WEIGHT = 0.2
/** Of answers of people, which are many and alike. */
const PEOPLE_SHARE = 2

const FOLDS = 3

/** What the sets add, less every text that shares eight words in a row with one that judges. */
export function writtenInPairs(sets: string, data: string): Writing[] {
  const judging = new Set(
    rowsIn(join(data, 'text/gpt'))
      .filter((row) => 'bucket' in row && !MIXED_SOURCES.includes(textOf(row, 'source')))
      .flatMap((row) => runsOf(textOf(row, 'text'))),
  )
  return pairedTexts(sets)
    .filter(({ text }) => !runsOf(text).some((run) => judging.has(run)))
    .map(({ domain, text, model }) => ({ kind: domain, text, isModel: model !== 'human', isPaired: true }))
}

const RUN = 8

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? []
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '))
}

export function fitWriting(
  answers: readonly GptAnswer[],
  writing: readonly ReadWriting[],
  sets: string,
  data: string,
): FittedExpert {
  const people = answers
    .filter(({ isModel }) => !isModel)
    .map(({ source, text, words, features }) => ({ ...alone(source, text), words, features }))
  const published = readWriting(publishedAnswers(sets).map(({ text }) => alone('jupyter', text)))
  const all = [
    ...writing,
    ...readWriting(writtenInPairs(sets, data)),
    ...[...people, ...published].filter((_, at) => at % PEOPLE_SHARE === 0),
  ]
  const weights = weightsOf(all)
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort()
  const fold = ({ kind }: ReadWriting) => kinds.indexOf(kind) % FOLDS
  const judged = Array.from({ length: FOLDS }, (_, out): Judged[] => {
    const kept = all.map((each) => fold(each) !== out)
    const model = fit(
      all.filter((_, at) => kept[at]),
      weights.filter((_, at) => kept[at]),
    )
    return all
      .filter((each, at) => !kept[at] && !each.isModel)
      .map(({ kind, text, words, features }) => ({
        kind,
        words,
        register: registerOf(plainText(text)),
        logits: [logitOf(model, features)],
      }))
  })
  return { model: fit(all, weights), ...baselineOf(judged.flat(), 0) }
}

const alone = (kind: string, text: string): Writing => ({ kind, text, isModel: false, isPaired: false })

const LIMITS = [20, 40, 70, 100]
const LIGHTEST = 0.2
const HEAVIEST = 3

/** In every kind and length people weigh as much as models. */
function weightsOf(all: readonly ReadWriting[]): number[] {
  const keyOf = ({ kind, words }: ReadWriting) => `${kind}|${LIMITS.findIndex((limit) => words < limit)}`
  const counts = new Map<string, [number, number]>()
  for (const each of all) {
    const count = counts.get(keyOf(each)) ?? [0, 0]
    counts.set(keyOf(each), count)
    count[each.isModel ? 1 : 0]++
  }
  return all.map((each) => {
    if (!each.isPaired) return PEOPLE_WEIGHT
    const [people, models] = counts.get(keyOf(each)) as [number, number]
    if (people === 0 || models === 0) return LIGHTEST
    return Math.min(HEAVIEST, Math.max(LIGHTEST, (people + models) / 2 / (each.isModel ? models : people)))
  })
}

/** A feature that both sides use alike starts near nothing; the weights are given back in the features' own units. */
function fit(all: readonly ReadWriting[], weights: readonly number[]): LogisticModel {
  const uses = [new Float64Array(HASHED).fill(1), new Float64Array(HASHED).fill(1)] as const
  const totals: [number, number] = [HASHED, HASHED]
  for (const [at, { features, isModel }] of all.entries()) {
    const side = isModel ? 1 : 0
    const weight = weights[at] as number
    for (const index of features.indices) {
      if (index >= HASHED) continue
      uses[side][index] = (uses[side][index] as number) + weight
      totals[side] += weight
    }
  }
  const scale = new Float32Array(WRITING_OPTIONS.width).fill(1)
  const usual = Math.log(totals[1] / totals[0])
  for (let index = 0; index < HASHED; index++) {
    const unevenness = Math.log((uses[1][index] as number) / (uses[0][index] as number)) - usual
    scale[index] = Math.abs(unevenness) ** CONTRAST
  }
  const rows = all.map(({ features: { indices, values }, isModel }, at): SparseRow => {
    const scaled = values.map((value, k) => value * (scale[indices[k] as number] as number))
    return { indices, values: scaled, label: isModel ? 1 : 0, weight: weights[at] as number }
  })
  const { weights: fitted, bias } = fitLogistic(rows, WRITING_OPTIONS, chance(1))
  return { weights: fitted.map((weight, at) => weight * (scale[at] as number)), bias }
}

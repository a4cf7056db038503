/**
 * Fits the writing expert: people's texts of forty kinds, and texts of about twenty models that rewrote them or wrote on
 * the same prompts. It has no answers of models to surveys, so its errors are independent of the other experts.
 */
import { join } from 'node:path'
import { plainText } from '../../src/features/text/normalize.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { type StyleFeatures, VIEW_HASHED, VIEWS, viewsOf } from '../../src/features/text/style.ts'
import { MEASURES } from '../../src/features/text/style_measures.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import { fitBatch } from './batch_logistic.ts'
import { rowsIn, textOf } from './data.ts'
import { baselineOf, type ScoredText } from './gpt_experts.ts'
import { type LogisticModel, logitOf, type SparseRow } from './logistic.ts'
import { MIXED_SOURCES, type Writing } from './other_writing.ts'
import { pairedTexts } from './paired_sets.ts'

const OPTIONS = { steps: 100, rate: 0.3, pull: 3e-7 }

/** The effect of a feature's imbalance between people and models on its prior scale. */
const CONTRAST = 0.5

/** Weights of the views for words, letters and masked sentences, in deviations of people's scores. */
const SHARES = [3, 2, 1]

/** Number of folds by kind of text, to score people's texts by models that were fitted on other kinds. */
const FOLDS = 2

export interface WritingExpert {
  readonly bias: number
  /** One model for each of `VIEWS`, multiplied by its weight. */
  readonly weights: readonly Float32Array[]
  readonly people: readonly number[]
  readonly spread: readonly number[]
}

interface Text extends Writing {
  readonly words: number
}

/** The texts of the sets, without those that share eight consecutive words with an evaluation text. */
export function writingAtLarge(others: readonly Writing[], sets: string, data: string): Writing[] {
  const evaluationRuns = new Set(
    rowsIn(join(data, 'text/gpt'))
      .filter((row) => 'bucket' in row && !MIXED_SOURCES.includes(textOf(row, 'source')))
      .flatMap((row) => runsOf(textOf(row, 'text'))),
  )
  const pairs = pairedTexts(sets).map(({ domain, text, model }) => ({
    kind: domain,
    text,
    isModel: model !== 'human',
    isPaired: true,
  }))
  return [...others, ...pairs].filter(({ text }) => !runsOf(text).some((run) => evaluationRuns.has(run)))
}

const RUN = 8

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? []
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '))
}

export function fitWriting(writing: readonly Writing[]): WritingExpert {
  const texts = writing.map((each) => ({ ...each, words: wordsOf(plainText(each.text)).length }))
  const read = texts.map(({ text }) => viewsOf(text))
  const weights = weightsOf(texts)
  return joined(
    texts,
    VIEWS.map((_, view) =>
      fitView(
        texts,
        read.map((own) => own[view] as StyleFeatures),
        weights,
      ),
    ),
  )
}

interface FittedView extends LogisticModel {
  /** Scores of people's texts by models that were fitted on other kinds of text. */
  readonly logits: Float64Array
}

function fitView(
  texts: readonly Text[],
  features: readonly StyleFeatures[],
  weights: readonly number[],
): FittedView {
  const kinds = [...new Set(texts.map(({ kind }) => kind))].sort()
  const folds = texts.map(({ kind }) => kinds.indexOf(kind) % FOLDS)
  const rows = texts.map(
    ({ isModel }, at): SparseRow => ({
      ...(features[at] as StyleFeatures),
      label: isModel ? 1 : 0,
      weight: weights[at] as number,
    }),
  )
  const logits = new Float64Array(texts.length)
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = fitRows(rows.filter((_, at) => folds[at] !== fold))
    for (const at of peopleIn(texts)) {
      if (folds[at] === fold) logits[at] = logitOf(model, rows[at] as SparseRow)
    }
  }
  return { ...fitRows(rows), logits }
}

const peopleIn = (texts: readonly Text[]): number[] =>
  texts.flatMap(({ isModel }, at) => (isModel ? [] : [at]))

function joined(texts: readonly Text[], views: readonly FittedView[]): WritingExpert {
  const people = peopleIn(texts)
  const shares = views.map(
    ({ logits }, view) => (SHARES[view] as number) / deviationOf(people.map((at) => logits[at] as number)),
  )
  const sum = (of: (view: FittedView) => number) =>
    views.reduce((total, view, at) => total + (shares[at] as number) * of(view), 0)
  const scored = people.map((at): ScoredText => {
    const { kind, words, text } = texts[at] as Text
    return {
      kind,
      words,
      register: registerOf(plainText(text)),
      logits: [sum(({ logits }) => logits[at] as number)],
    }
  })
  return {
    bias: sum(({ bias }) => bias),
    weights: views.map(({ weights }, view) => weights.map((weight) => weight * (shares[view] as number))),
    ...baselineOf(scored, 0),
  }
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

const LIMITS = [20, 40, 70, 100]
const LIGHTEST = 0.2
const HEAVIEST = 3
/** The weight of people's texts without a model's counterpart. */
const PEOPLE_WEIGHT = 0.2
/** The exponent between equal weight per text (1) and equal weight per kind (0). */
const KIND_SHARE = 0.5

/** In every kind and length, people have the same weight as models. Texts of frequent kinds weigh less. */
function weightsOf(texts: readonly Text[]): number[] {
  const keyOf = ({ kind, words }: Text) => `${kind}|${LIMITS.findIndex((limit) => words < limit)}`
  const counts = new Map<string, [number, number]>()
  for (const each of texts) {
    const count = counts.get(keyOf(each)) ?? [0, 0]
    counts.set(keyOf(each), count)
    count[each.isModel ? 1 : 0]++
  }
  const even = texts.map((each) => {
    if (!each.isPaired) return PEOPLE_WEIGHT
    const [people, models] = counts.get(keyOf(each)) as [number, number]
    if (people === 0 || models === 0) return LIGHTEST
    return Math.min(HEAVIEST, Math.max(LIGHTEST, (people + models) / 2 / (each.isModel ? models : people)))
  })
  const totals = new Map<string, number>()
  for (const [at, { kind }] of texts.entries())
    totals.set(kind, (totals.get(kind) ?? 0) + (even[at] as number))
  const usual = [...totals.values()].reduce((sum, total) => sum + total, 0) / totals.size
  return texts.map(
    ({ kind }, at) => (even[at] as number) * (usual / (totals.get(kind) as number)) ** KIND_SHARE,
  )
}

/** A feature with equal use on both sides starts near 0. */
function fitRows(rows: readonly SparseRow[]): LogisticModel {
  const uses = [new Float64Array(VIEW_HASHED).fill(1), new Float64Array(VIEW_HASHED).fill(1)] as const
  const totals: [number, number] = [VIEW_HASHED, VIEW_HASHED]
  for (const { indices, label, weight } of rows) {
    for (const index of indices) {
      if (index >= VIEW_HASHED) continue
      uses[label][index] = (uses[label][index] as number) + weight
      totals[label] += weight
    }
  }
  const usual = Math.log(totals[1] / totals[0])
  const scale = new Float32Array(VIEW_HASHED + MEASURES).fill(1)
  for (let index = 0; index < VIEW_HASHED; index++) {
    const unevenness = Math.log((uses[1][index] as number) / (uses[0][index] as number)) - usual
    scale[index] = Math.abs(unevenness) ** CONTRAST
  }
  return fitBatch(rows, scale, OPTIONS)
}

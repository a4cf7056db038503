/**
 * Fits the expert for models that write at length on any subject: news, essays, stories of people and of models on
 * the same prompts. It knows older models and other kinds of text than the experts on answers do.
 */
import { join } from 'node:path'
import { plainText } from '../../src/features/text/normalise.ts'
import { type StyleFeatures, styleOf } from '../../src/features/text/style.ts'
import { chance } from './chance.ts'
import { rowsIn, textOf } from './data.ts'
import { baselineOf, type FittedExpert, type Judged, judgeWriting, OPTIONS } from './gpt_experts.ts'
import type { GptAnswer } from './gpt_rows.ts'
import { fitLogistic, type LogisticModel } from './logistic.ts'
import { MIXED_SOURCES, type Writing } from './other_writing.ts'

interface GeneralText {
  readonly text: string
  readonly kind: string
  readonly isModel: boolean
  readonly features: StyleFeatures
}

const FOLDS = 3

export function fitGeneral(
  data: string,
  answers: readonly GptAnswer[],
  writing: readonly Writing[],
): FittedExpert {
  const texts = rowsIn(join(data, 'text/gpt'))
    .filter((row) => 'bucket' in row && MIXED_SOURCES.includes(textOf(row, 'source')))
    .map(
      (row): GeneralText => ({
        text: textOf(row, 'text'),
        kind: `${textOf(row, 'source')} ${textOf(row, 'domain')}`,
        isModel: row.label === 'llm',
        features: styleOf(textOf(row, 'text')),
      }),
    )
  const model = fit(texts)
  const seen = new Set(texts.map(({ kind }) => kind))
  const judged = [
    ...judgeAcross(texts),
    ...answers
      .filter(({ isModel }) => !isModel)
      .map((answer) => judgeWriting({ kind: answer.source, text: plainText(answer.text) }, [model])),
    ...writing.filter(({ kind }) => !seen.has(kind)).map((each) => judgeWriting(each, [model])),
  ]
  return { model, ...baselineOf(judged, 0) }
}

/** People's texts, judged by models that were fitted on other kinds of text. */
function judgeAcross(texts: readonly GeneralText[]): Judged[] {
  const kinds = [...new Set(texts.map(({ kind }) => kind))]
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isOut = ({ kind }: GeneralText) => kinds.indexOf(kind) % FOLDS === fold
    const model = fit(texts.filter((text) => !isOut(text)))
    return texts.filter((text) => isOut(text) && !text.isModel).map((text) => judgeWriting(text, [model]))
  }).flat()
}

function fit(texts: readonly GeneralText[]): LogisticModel {
  const rows = texts.map(({ features, isModel }) => ({
    ...features,
    label: isModel ? (1 as const) : (0 as const),
    weight: 1,
  }))
  return fitLogistic(rows, OPTIONS, chance(1))
}

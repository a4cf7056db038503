/**
 * Evaluates the style experts on whole surveys that are left out of the fit, one at a time.
 *
 *   node tools/text/evaluate_left_out_surveys.ts --data ../shared/data --corpus DIR --sets DIR
 *
 * For each survey, the experts are fitted on all others. The baseline of people comes from each of those, scored by a fit
 * without it. Prints the recall by manner, and the scores that few people of the survey exceed. The limits of the check
 * are based on these scores.
 */
import { plainText } from '../../src/features/text/normalize.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { viewsOf } from '../../src/features/text/style.ts'
import { deviations } from '../../src/models/text/gpt.ts'
import { writingScore } from '../../src/models/text/gpt_writing.ts'
import { required } from './args.ts'
import {
  baselineOf,
  fitModels,
  fitTexts,
  LENGTHS,
  readWriting,
  type ScoredText,
  scoreWith,
  without,
} from './gpt_experts.ts'
import { fittedAnswers } from './gpt_rows.ts'
import { logitOf } from './logistic.ts'
import { otherWriting } from './other_writing.ts'
import { MIN_WORDS, printSurvey } from './survey_recall.ts'

const all = fittedAnswers(required('data'), required('sets'))
const texts = fitTexts(all, readWriting(otherWriting(required('data'), required('corpus'))))
const surveys = [...new Set(texts.answers.map(({ source }) => source))]
const scored = new Map<string, ScoredText[]>(surveys.map((survey) => [survey, []]))
for (const [at, one] of surveys.entries()) {
  for (const other of surveys.slice(at + 1)) {
    const models = fitModels(without(texts, [one, other]))
    scored.get(one)?.push(...scoreWith(models, texts, other))
    scored.get(other)?.push(...scoreWith(models, texts, one))
  }
}
for (const survey of surveys) {
  const experts = fitModels(without(texts, [survey])).map((model, expert) => ({
    model,
    ...baselineOf(scored.get(survey) as ScoredText[], expert),
  }))
  const answers = all.filter(({ source, words }) => source === survey && words >= MIN_WORDS)
  printSurvey(
    survey,
    answers.map((answer) => {
      const { features, words, text } = answer
      const register = registerOf(plainText(text))
      const own = experts.map((expert) =>
        deviations(logitOf(expert.model, features), expert, LENGTHS, { register, words }),
      )
      return { answer, scores: [...own, writingScore({ views: viewsOf(text), words, register })] }
    }),
  )
}

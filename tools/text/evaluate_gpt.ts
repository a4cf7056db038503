/**
 * Evaluates fitted style experts on questions that were left out of the fit, or on surveys that were never in it.
 *
 *   for k in 0 1 2; do node tools/text/train_gpt.ts ... --without $k/3 --out k$k.json; done
 *   node tools/text/evaluate_gpt.ts --data ../shared/data --sets DIR k0.json k1.json k2.json
 *   node tools/text/evaluate_gpt.ts --data ../shared/data --sets DIR --unseen src/models/text/gpt.json
 *
 * Prints, for each survey and manner of writing, the recall at the score that 1% of real participants exceed, from one
 * answer and from three.
 */
import { readFileSync } from 'node:fs'
import { plainText } from '../../src/features/text/normalize.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { viewsOf } from '../../src/features/text/style.ts'
import { openStyleModel } from '../../src/models/text/gpt.ts'
import { writingScore } from '../../src/models/text/gpt_writing.ts'
import { flag, required } from './args.ts'
import { fittedAnswers, unseenAnswers } from './gpt_rows.ts'
import { MIN_WORDS, printSurvey, type Scored } from './survey_recall.ts'

const files = process.argv.slice(2).filter((name) => name.endsWith('.json'))
const models = files.map((name) => openStyleModel(JSON.parse(readFileSync(name, 'utf8'))))
const read = flag('unseen') ? unseenAnswers : fittedAnswers
const all = read(required('data'), required('sets'))
const questions = [...new Set(all.map(({ question }) => question))].sort()

const scored = all
  .filter(({ words }) => words >= MIN_WORDS)
  .map((answer): Scored => {
    const model = models[questions.indexOf(answer.question) % models.length]
    if (model === undefined) throw new Error('name at least one model file')
    const { features, words, text } = answer
    const register = registerOf(plainText(text))
    const writing = writingScore({ views: viewsOf(text), words, register })
    return { answer, scores: [...model({ features, words, register }), writing] }
  })
for (const [survey, own] of Map.groupBy(scored, ({ answer }) => answer.source)) printSurvey(survey, own)
if (!flag('unseen')) printSurvey('all', scored)

/**
 * Automated test: Off-topic (spec 2.9: "unrelated to the question").
 *
 * Why it works: what an answer means lies near what the question asks and near what other participants answered.
 * An answer written for another survey lies near neither.
 *
 * Whom it must not accuse: people who answer in an unexpected way, shortly, or in words the models do not know;
 * people asked about something that was not sent, or asked for anything at all; honest people in a survey full of
 * bots, whose answers must not outvote the question.
 */
import type { Check } from '../check.ts'
import { checkRelevance } from './relevance.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const offTopic: Check<AnswerFeatures> = {
  name: 'Automated test: Off-topic',
  meaning: 'The response is unrelated to the question',
  run: checkRelevance,
}

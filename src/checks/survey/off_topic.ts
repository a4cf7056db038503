/**
 * Automated test: Off-topic ("unrelated to the question").
 *
 * Why it works: the meaning of an answer is close to the question and to the answers of other participants. An answer
 * written for another survey is close to neither.
 *
 * Must not flag: unexpected answers, short answers, and answers in words that the models do not know; answers to questions
 * about content that was not sent, and to questions that accept any answer; real participants in a survey full of bots,
 * whose answers must not outweigh the question.
 */
import type { Check } from '../check.ts'
import { checkRelevance } from './relevance.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const offTopic: Check<AnswerFeatures> = {
  name: 'Automated test: Off-topic',
  run: checkRelevance,
}

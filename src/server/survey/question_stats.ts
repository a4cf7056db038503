/** Updates the stored statistics of questions, with optimistic locking. */
import {
  type AnswerSample,
  addSample,
  countOf,
  type QuestionStats,
  readStats,
  removeSample,
  writeStats,
} from '../../features/text/question_stats.ts'
import { type Store, StoreUnavailable } from '../../store/store.ts'
import type { AnswerKey } from '../../store/surveys.ts'
import { keyText } from '../base/key_text.ts'
import { describeError } from '../base/log.ts'
import type { SurveyService } from './service.ts'

/** The change that one participant's answer makes to the statistics of its question. */
export interface QuestionUpdate {
  readonly questionId: string
  /** The sample of the participant's earlier answer; null: there was none. */
  readonly remove: AnswerSample | null
  /** Null: the answer is empty. */
  readonly add: AnswerSample | null
}

/** An attempt fails only when another update was saved. */
const ATTEMPTS = 8

/** Further copies of one answer are not counted, so that a flood of copies causes no writes. */
const COUNTED_COPIES = 8

/** Never throws: the result is already stored, so a failed update is only logged. */
export async function updateQuestionStats(
  service: Pick<SurveyService, 'store' | 'log'>,
  key: AnswerKey,
  updates: readonly QuestionUpdate[],
): Promise<void> {
  const updated = await Promise.allSettled(updates.map((update) => updateQuestion(service, key, update)))
  for (const outcome of updated) {
    if (outcome.status === 'rejected') {
      service.log.warn('question statistics update failed', describeError(outcome.reason))
    }
  }
}

/** Removes the samples of answers that are about to be erased: all of them, or it throws. */
export async function removeFromQuestionStats(
  store: Pick<Store, 'surveys'>,
  key: AnswerKey,
  samples: readonly (readonly [questionId: string, sample: AnswerSample | null])[],
): Promise<void> {
  for (const [questionId, remove] of samples) {
    if (await updateQuestion({ store }, key, { questionId, remove, add: null })) continue
    throw new StoreUnavailable('too many concurrent updates to the statistics of a question; retry')
  }
}

/** False: other updates were saved first in every attempt. */
async function updateQuestion(
  { store: { surveys } }: { readonly store: Pick<Store, 'surveys'> },
  { workspace, surveyId }: AnswerKey,
  { remove, add, ...update }: QuestionUpdate,
): Promise<boolean> {
  if (remove?.answer === add?.answer) return true
  const questionId = keyText(update.questionId)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = await surveys.questionStats(workspace, surveyId, questionId)
    const revision = stored?.revision ?? 0
    const before = parseStats(stored?.value ?? null)
    const without = remove === null ? before : removeSample(before, remove)
    const isFlood = add !== null && countOf(without?.answers, add.answer) >= COUNTED_COPIES
    const after = add === null || isFlood ? without : addSample(without, add)
    if (after === null || after === before) return true
    if (await surveys.saveQuestionStats(workspace, surveyId, questionId, writeStats(after), revision)) {
      return true
    }
  }
  return false
}

/** Null also for statistics of another format: they start again from zero. */
export function parseStats(text: string | null): QuestionStats | null {
  try {
    return readStats(text)
  } catch {
    return null
  }
}

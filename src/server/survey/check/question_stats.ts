/**
 * The stored statistics of questions: a saved text and the samples of the latest answers, which are added on reading.
 * Writing the whole text for every answer would take longer than the checks.
 */
import {
  type AnswerSample,
  addSample,
  copiesIn,
  isFull,
  type QuestionStats,
  readStats,
  removeSample,
  writeStats,
} from '../../../features/text/question_stats.ts'
import { StoreUnavailable } from '../../../store/errors.ts'
import type { Store } from '../../../store/store.ts'
import type { AnswerKey, NewSample, StoredStats } from '../../../store/surveys.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { describeError, type Log } from '../../telemetry/log.ts'

/** The change that one participant's answer makes to the statistics of its question. */
export interface QuestionUpdate {
  /** With the condition: a peer ID. */
  readonly questionId: string
  /** The sample of the participant's earlier answer; null: there was none. */
  readonly remove: AnswerSample | null
  /** Null: the answer is empty, or there are enough like it. */
  readonly add: AnswerSample | null
}

/** An attempt fails only when another update was saved. */
const ATTEMPTS = 8

/** Further copies of one answer are not counted, so that a flood of copies causes no writes. */
const COUNTED_COPIES = 8

/** Reading a sample takes about a thirtieth of the time of saving the statistics. */
const MOST_SAMPLES = 32

/** Whether the sample would change the statistics. */
export const isCounted = (stats: QuestionStats | null, sample: AnswerSample): boolean =>
  copiesIn(stats, sample) < COUNTED_COPIES && !isFull(stats, sample)

export const isSaveDue = (stored: StoredStats | null): boolean =>
  stored !== null && stored.revision - stored.saved >= MOST_SAMPLES

/** The samples that are stored together with the result. Only additions: a removed answer must not be stored again. */
export function newSamples(updates: readonly QuestionUpdate[]): NewSample[] {
  return updates.flatMap(({ questionId, remove, add }) =>
    remove === null && add !== null ? [{ questionId: keyText(questionId), sample: JSON.stringify(add) }] : [],
  )
}

/**
 * For all other updates, and for questions with many samples (`due`). Never throws: the result is already stored, so a
 * failed update is only logged.
 */
export async function updateQuestionStats(
  service: { readonly store: Pick<Store, 'surveys'>; readonly log: Log },
  key: AnswerKey,
  updates: readonly QuestionUpdate[],
  due: readonly string[] = [],
): Promise<void> {
  const replaced = updates.filter(({ remove, add }) => remove !== null && remove.answer !== add?.answer)
  const others = due.filter((id) => !replaced.some(({ questionId }) => questionId === id))
  const rewritten = [...replaced, ...others.map((questionId) => ({ questionId, remove: null, add: null }))]
  const updated = await Promise.allSettled(rewritten.map((update) => rewrite(service, key, update)))
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
    if (remove === null || (await rewrite({ store }, key, { questionId, remove, add: null }))) continue
    throw new StoreUnavailable('too many concurrent updates to the statistics of a question; retry')
  }
}

/** Saves the statistics with all samples. False: other updates were saved first in every attempt. */
async function rewrite(
  { store: { surveys } }: { readonly store: Pick<Store, 'surveys'> },
  { workspace, surveyId }: AnswerKey,
  { remove, add, ...update }: QuestionUpdate,
): Promise<boolean> {
  const questionId = keyText(update.questionId)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = await surveys.questionStats(workspace, surveyId, questionId)
    if (stored === null && add === null) return true
    if (remove === null && !isSaveDue(stored)) return true
    const before = currentStats(stored)
    const without = remove === null ? before : removeSample(before, remove)
    const after = add === null ? without : withSample(without, add)
    // A removed sample may be stored although it was not counted.
    if (after === null || (after === before && !stored?.samples.length)) return true
    if (
      await surveys.saveQuestionStats(
        workspace,
        surveyId,
        questionId,
        writeStats(after),
        stored?.revision ?? 0,
      )
    ) {
      return true
    }
  }
  return false
}

/** `known`: the statistics of the revision `stored.since`; they must not be used afterwards. */
export function currentStats(
  stored: StoredStats | null,
  known: QuestionStats | null = null,
): QuestionStats | null {
  if (stored === null) return null
  let stats = stored.value === null ? known : parseStats(stored.value)
  for (const text of stored.samples) stats = withSample(stats, JSON.parse(text) as AnswerSample)
  return stats
}

const withSample = (stats: QuestionStats | null, sample: AnswerSample): QuestionStats | null =>
  isCounted(stats, sample) ? addSample(stats, sample) : stats

/** Null also for statistics of another format: they start again from zero. */
export function parseStats(text: string | null): QuestionStats | null {
  try {
    return readStats(text)
  } catch {
    return null
  }
}

/** What the answers to a question teach about the next ones: read, changed and saved, again if somebody else was faster. */
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

/** What one participant's answer changes in what is stats of its question. */
export interface QuestionSample {
  readonly questionId: string
  /** Of the participant's earlier answer, to be taken out again; null: there was none. */
  readonly forget: AnswerSample | null
  /** Null: an empty answer teaches nothing. */
  readonly add: AnswerSample | null
}

/** Each attempt that fails means that somebody else's sample was saved. */
const ATTEMPTS = 8

/** More copies of an answer than this teach nothing, not even their number: a flood writes nothing. */
const COUNTED_COPIES = 8

/** The verdict is given by then: what cannot be stats now is lost, and said in the log. */
export async function learn(
  service: Pick<SurveyService, 'store' | 'log'>,
  key: AnswerKey,
  samples: readonly QuestionSample[],
): Promise<void> {
  const stats = await Promise.allSettled(samples.map((sample) => learnOne(service, key, sample)))
  for (const outcome of stats) {
    if (outcome.status === 'rejected') {
      service.log.warn('an answer could not be stats from', describeError(outcome.reason))
    }
  }
}

/** Takes out what an answer taught that is about to be erased: all of it, or it throws. */
export async function unlearn(
  store: Pick<Store, 'surveys'>,
  key: AnswerKey,
  taught: readonly (readonly [questionId: string, sample: AnswerSample | null])[],
): Promise<void> {
  for (const [questionId, forget] of taught) {
    if (await learnOne({ store }, key, { questionId, forget, add: null })) continue
    throw new StoreUnavailable('what a question was taught keeps changing')
  }
}

/** False: somebody else was faster every time. */
async function learnOne(
  { store: { surveys } }: { readonly store: Pick<Store, 'surveys'> },
  { workspace, surveyId }: AnswerKey,
  sample: QuestionSample,
): Promise<boolean> {
  const { forget, add } = sample
  if (forget?.answer === add?.answer) return true
  const questionId = keyText(sample.questionId)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const held = await surveys.questionStats(workspace, surveyId, questionId)
    const before = openStats(held?.value ?? null)
    const without = forget === null ? before : removeSample(before, forget)
    const isFlood = add !== null && countOf(without?.answers, add.answer) >= COUNTED_COPIES
    const after = add === null || isFlood ? without : addSample(without, add)
    if (after === null || after === before) return true
    if (
      await surveys.saveQuestionStats(workspace, surveyId, questionId, writeStats(after), held?.revision ?? 0)
    )
      return true
  }
  return false
}

/** A state of another version is begun anew. */
export function openStats(text: string | null): QuestionStats | null {
  try {
    return readStats(text)
  } catch {
    return null
  }
}

/** Runs the survey checks on a canonical request and turns their results into findings. */
import { analyzeAnswers, sampleFrom } from '../../../checks/survey/analyze.ts'
import { type AnswerSample, type QuestionStats, removeSample } from '../../../features/text/question_stats.ts'
import type { Reference } from '../../../features/text/reference_fit.ts'
import type { Sketch } from '../../../features/text/similarity/sketch.ts'
import type { InputMethods } from '../../../features/typing_history/typing.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { peerId } from '../request/peer_id.ts'
import type { Analysis, CheckFailure } from './analysis.ts'
import { explainedCheck } from './findings.ts'
import { isCounted, type QuestionUpdate } from './question_stats.ts'

export interface ChecksContext {
  /** Statistics of each question, in the order of the request; null: none yet. */
  readonly stats: readonly (QuestionStats | null)[]
  /** What chatbots answer to each question, in the order of the request; null: none is known. */
  readonly references?: readonly (readonly Reference[] | null)[]
  /** This participant's earlier request. */
  readonly earlier: CanonicalRequest | null
  /** Observed input methods, by question id. */
  readonly inputMethods: ReadonlyMap<string, InputMethods>
  /** Sketches of answers that are already known, by question id. */
  readonly sketches?: ReadonlyMap<string, Sketch>
}

export type ChecksReport = Pick<Analysis, 'questions' | 'updates' | 'failures'>

export function runChecks(request: CanonicalRequest, context: ChecksContext): ChecksReport {
  const { version, questions, lowEffortThreshold, condition, disabledChecks = [] } = request
  const earlier = earlierSamples(context)
  const failures: CheckFailure[] = []
  const answers = questions.map(({ id, text, answer, history, type }, at) => {
    const stats = context.stats[at] ?? null
    const own = earlier.get(peerId(id, condition)) ?? null
    const references = context.references?.[at]
    const sketch = context.sketches?.get(id)
    return {
      questionId: id,
      question: text,
      answer,
      history,
      inputMethods: context.inputMethods.get(id) ?? null,
      ...(sketch && { sketch }),
      ...(references && { references }),
      ...(type && { type }),
      // Participants are never compared with their own earlier answer.
      stats: own === null || stats === null ? stats : removeSample(stats, own),
    }
  })
  const analyzed = analyzeAnswers({ version, answers, lowEffortThreshold, disabledChecks }, (check, error) =>
    failures.push({ check, error: describeFailure(error) }),
  )
  return {
    questions: analyzed.map(({ results, sample: _, ...question }) => ({
      ...question,
      results: [...results].map(([check, outcome]) => explainedCheck(check, outcome)),
    })),
    updates: updatesOf(
      analyzed.map(({ id, sample }) => [peerId(id, condition), sample]),
      earlier,
      context,
    ),
    failures,
  }
}

/** The changes to the question statistics, without running the checks. */
export const collectSamples = (
  request: CanonicalRequest,
  context: Pick<ChecksContext, 'stats' | 'earlier'>,
): QuestionUpdate[] => updatesOf(samplesOfRequest(request), earlierSamples(context), context)

/** By peer ID. */
type QuestionSample = readonly [questionId: string, sample: AnswerSample | null]

const earlierSamples = ({
  earlier,
}: Pick<ChecksContext, 'earlier'>): ReadonlyMap<string, AnswerSample | null> =>
  new Map(earlier === null ? [] : samplesOfRequest(earlier))

function updatesOf(
  samples: readonly QuestionSample[],
  earlier: ReadonlyMap<string, AnswerSample | null>,
  { stats }: Pick<ChecksContext, 'stats'>,
): QuestionUpdate[] {
  const asked = new Set(samples.map(([questionId]) => questionId))
  return [
    ...samples.map(([questionId, sample], at) => {
      const remove = earlier.get(questionId) ?? null
      const isNeedless = remove === null && sample !== null && !isCounted(stats[at] ?? null, sample)
      return { questionId, remove, add: isNeedless ? null : sample }
    }),
    // This request replaces the earlier one, so samples of questions that it no longer has are removed.
    ...[...earlier].flatMap(([questionId, remove]) =>
      asked.has(questionId) ? [] : [{ questionId, remove, add: null }],
    ),
  ]
}

export const samplesOfRequest = ({ questions, condition }: CanonicalRequest): QuestionSample[] =>
  questions.map(({ id, answer, text }) => [peerId(id, condition), sampleFrom(answer, text)])

function describeFailure(error: unknown): CheckFailure['error'] {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack }
}

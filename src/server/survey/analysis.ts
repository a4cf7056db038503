/** From the canonical request and what the store knows to the checks, and from their outcomes to findings. */
import { analyse as runChecks, type SurveyCheckName, sampleFrom } from '../../checks/survey/analyse.ts'
import { removeSample } from '../../features/text/question_stats.ts'
import type { Sketch } from '../../features/text/sketch.ts'
import type { InputMarks } from '../../features/typing_history/typing.ts'
import { openStats, type QuestionSample } from './question_stats.ts'
import type { CanonicalQuestion, CanonicalRequest } from './request/canonical.ts'
import type { QuestionFindings } from './verdict.ts'

export interface CheckFailure {
  readonly check: string
  readonly error: { readonly name: string; readonly message: string; readonly stack: string }
}

export interface JudgedQuestion extends QuestionFindings {
  /** Sentences of counts that say why a check fired; never what was typed. */
  readonly evidence: readonly string[]
}

export interface Analysis {
  readonly questions: readonly JudgedQuestion[]
  readonly samples: readonly QuestionSample[]
  readonly failures: readonly CheckFailure[]
}

export interface AnalysisContext {
  /** What is stats of each question, in the order of the request; null: nothing yet. */
  readonly stats: readonly (string | null)[]
  /** This participant's earlier request. */
  readonly earlier: CanonicalRequest | null
  /** How the service saw a field being filled, by question id. */
  readonly marks: ReadonlyMap<string, InputMarks>
  /** Of the answers, by question id, where they are known. */
  readonly sketches?: ReadonlyMap<string, Sketch>
}

export function analyse(request: CanonicalRequest, context: AnalysisContext): Analysis {
  const { version, questions, lowEffortThreshold } = request
  const earlier = new Map(context.earlier?.questions.map((question) => [question.id, question]))
  const forgotten = questions.map(({ id }) => sampleOfEarlier(earlier.get(id)))
  const failures: CheckFailure[] = []
  const answers = questions.map(({ id, text, answer, history }, at) => {
    const stats = openStats(context.stats[at] ?? null)
    const own = forgotten[at] ?? null
    const sketch = context.sketches?.get(id)
    return {
      questionId: id,
      question: text,
      answer,
      history,
      marks: context.marks.get(id) ?? null,
      ...(sketch && { sketch }),
      // Nobody is judged by what their own earlier answer taught.
      stats: own === null || stats === null ? stats : removeSample(stats, own),
    }
  })
  const outcomes = runChecks({ version, answers, lowEffortThreshold }, (check, error) =>
    failures.push({ check, error: describe(error) }),
  )
  return {
    questions: outcomes.map(({ outcomes: found, sample: _, ...question }) => ({
      ...question,
      ...failedIn(found),
    })),
    samples: [
      ...outcomes.map(({ id, sample }, at) => ({
        questionId: id,
        forget: forgotten[at] ?? null,
        add: sample,
      })),
      // Questions of the earlier request that this one, which takes its place, no longer has.
      ...[...earlier.values()]
        .filter(({ id }) => !questions.some((question) => question.id === id))
        .map((question) => ({ questionId: question.id, forget: sampleOfEarlier(question), add: null })),
    ],
    failures,
  }
}

export const samplesIn = ({ questions }: CanonicalRequest) =>
  questions.map((question) => [question.id, sampleOfEarlier(question)] as const)

function sampleOfEarlier(question: CanonicalQuestion | undefined) {
  return question === undefined ? null : sampleFrom(question.answer, question.text)
}

type Found = ReturnType<typeof runChecks>[number]['outcomes']

function failedIn(outcomes: Found): { failed: SurveyCheckName[]; evidence: string[] } {
  const failed = [...outcomes].filter(([, { result }]) => result === 'Detected')
  return {
    failed: failed.map(([name]) => name),
    evidence: failed.map(([name, { evidence }]) => `${name}: ${evidence}.`),
  }
}

function describe(error: unknown): CheckFailure['error'] {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack }
}

/** Analyzes one canonical request with its context. Runs on a survey thread. */
import { decodeBatch } from '../../../contract/batch/codec.ts'
import type { ChangeEntry } from '../../../contract/survey.ts'
import type { QuestionStats } from '../../../features/text/question_stats.ts'
import type { Reference } from '../../../features/text/reference_fit.ts'
import type { Sketch } from '../../../features/text/similarity/sketch.ts'
import type { InputMethods } from '../../../features/typing_history/typing.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import {
  type Histories,
  readInputMethods,
  readObserved,
  readStoredRequest,
  writeStoredRequest,
} from '../request/stored_request.ts'
import type { Analysis, AnalysisContext } from './analysis.ts'
import { type ObservedHistory, observedHistories } from './observed.ts'
import { observedInputMethods } from './observed_input_methods.ts'
import { runChecks } from './run_checks.ts'

/** The context with the statistics parsed. */
export interface ThreadContext extends Omit<AnalysisContext, 'stats' | 'references'> {
  readonly stats: readonly (QuestionStats | null)[]
  readonly references?: readonly (readonly Reference[] | null)[]
}

/**
 * `sketches`: sketches of answers that are already known, by question id. `known`: the typing that an earlier analysis
 * of the request observed; without it, the typing is read from the session.
 */
export function analyzeOnThread(
  request: CanonicalRequest,
  context: ThreadContext,
  sketches: ReadonlyMap<string, Sketch> = new Map(),
  known?: ObservedTyping,
): Analysis {
  const typing = known ?? observedTyping(request, context.session)
  const observed: CanonicalRequest = {
    ...request,
    questions: request.questions.map((question) => ({
      ...question,
      history: typing.observed.get(question.id) ?? question.history,
    })),
  }
  const earlier = context.earlier === null ? null : readStoredRequest(context.earlier)
  const checks = runChecks(observed, {
    stats: context.stats,
    ...(context.references && { references: context.references }),
    earlier,
    inputMethods: typing.inputMethods,
    sketches,
  })
  const failed = [...new Set(checks.failures.map(({ check }) => check))]
  return {
    questions: checks.questions,
    error: failed.length > 0 || typing.isPending,
    isPending: typing.isPending,
    warnings: [
      ...failed.map((check) => `The check "${check}" could not run.`),
      ...(request.misspelled ?? []).map(
        ([sent, meant]) => `The field \`${sent}\` is not known; did you mean \`${meant}\`?`,
      ),
      ...typing.warnings,
    ],
    complete: failed.length === 0 && !typing.isPending && context.session !== null,
    failures: checks.failures,
    updates: checks.updates,
    ...(typing.observed.size > 0 && {
      storedRequest: writeStoredRequest(request, typing.observed, typing.inputMethods),
    }),
  }
}

/** The typing that the service recorded itself, in the session that the request names. */
export interface ObservedTyping {
  readonly observed: ReadonlyMap<string, readonly ChangeEntry[]>
  readonly inputMethods: ReadonlyMap<string, InputMethods>
  readonly warnings: readonly string[]
  /** Typing of an answer has not arrived. */
  readonly isPending: boolean
}

const NOT_OBSERVED: ObservedTyping = {
  observed: new Map(),
  inputMethods: new Map(),
  warnings: [],
  isPending: false,
}

/** The typing that a stored request contains; undefined: none was observed. */
export function storedTyping(request: CanonicalRequest, storedRequest: string): ObservedTyping | undefined {
  const observed = readObserved(storedRequest)
  if (observed.size === 0) return undefined
  const inputMethods = readInputMethods(storedRequest)
  return { observed, inputMethods, warnings: differenceWarnings(request, observed), isPending: false }
}

function observedTyping(request: CanonicalRequest, session: AnalysisContext['session']): ObservedTyping {
  if (session === undefined) return NOT_OBSERVED
  const isAnswered = request.questions.some(({ answer }) => answer.trim() !== '')
  if (session === null) {
    const hasHistory = request.questions.some(({ history }) => history !== null)
    const instead = hasHistory
      ? 'the typing history in the request was used'
      : 'the request has no typing history either'
    return {
      ...NOT_OBSERVED,
      warnings: [`The session was not found; ${instead}.`],
      isPending: isAnswered,
    }
  }
  const answers = new Map(request.questions.map(({ id, answer }) => [id, answer]))
  const batches = session.map((bytes) => decodeBatch(bytes))
  const found = observedHistories(batches, answers)
  const observed = new Map<string, readonly ChangeEntry[]>()
  const missing = new Set<string>()
  let isPending = found.size === 0 && isAnswered
  for (const question of request.questions) {
    const rebuilt: ObservedHistory | undefined = found.get(question.id)
    if (rebuilt === undefined) continue
    if ('missing' in rebuilt) {
      missing.add(rebuilt.missing)
      isPending ||= rebuilt.isGap === true
    } else {
      if (rebuilt.isPartial) {
        missing.add('the end of an answer has not arrived')
        isPending = true
      }
      observed.set(question.id, rebuilt.history)
    }
  }
  const warnings = [...missing].map((reason) => `The session does not cover all typing: ${reason}.`)
  if (found.size === 0) warnings.push('The session recorded no typing for these questions.')
  warnings.push(...differenceWarnings(request, observed))
  return { observed, inputMethods: observedInputMethods(batches), warnings, isPending }
}

function differenceWarnings({ questions }: CanonicalRequest, observed: Histories): string[] {
  const differing = questions.flatMap(({ id, history }) => {
    const recorded = observed.get(id)
    return recorded !== undefined && isOtherTyping(recorded, history) ? [JSON.stringify(id)] : []
  })
  if (differing.length === 0) return []
  return [
    `The typing history in the request differs from the recorded session (${differing.join(', ')}); the recorded session was used.`,
  ]
}

/** Trackers merge changes and round times; a larger difference means different typing. */
const STEP_TOLERANCE = 0.2
const TIME_TOLERANCE = 0.2
const TIME_TOLERANCE_MS = 1_000
const STEP_TOLERANCE_STEPS = 3

/** A history that ends early was truncated by its tracker: it is compared up to its end. */
function isOtherTyping(recorded: readonly ChangeEntry[], sent: readonly ChangeEntry[] | null): boolean {
  if (sent === null) return false
  const typed = sent.filter(({ s }) => s !== undefined)
  const last = typed.at(-1)?.s ?? ''
  const upTo = recorded.findLastIndex(({ s }) => s === last)
  if (upTo === -1) return true
  const part = recorded.slice(0, upTo + 1)
  const differs = (a: number, b: number, share: number, slack: number) =>
    Math.abs(a - b) > Math.max(slack, share * Math.max(a, b))
  return (
    differs(part.length, typed.length, STEP_TOLERANCE, STEP_TOLERANCE_STEPS) ||
    differs(spanMs(part), spanMs(typed), TIME_TOLERANCE, TIME_TOLERANCE_MS)
  )
}

const spanMs = (history: readonly ChangeEntry[]) => (history.at(-1)?.t ?? 0) - (history[0]?.t ?? 0)

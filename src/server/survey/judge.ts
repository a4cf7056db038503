/** What the checks say of one canonical request, given what the store knows. Runs on a survey thread. */
import { decodeBatch } from '../../contract/codec.ts'
import type { ChangeEntry } from '../../contract/survey.ts'
import type { Sketch } from '../../features/text/sketch.ts'
import type { InputMarks } from '../../features/typing_history/typing.ts'
import { analyse, type CheckFailure, type JudgedQuestion } from './analysis.ts'
import { type ObservedHistory, observedHistories } from './observed.ts'
import { observedMarks } from './observed_marks.ts'
import type { QuestionSample } from './question_stats.ts'
import type { CanonicalRequest } from './request/canonical.ts'
import { readStoredRequest, writeRequest } from './stored_request.ts'

/** Encoded by the contract's codec. */
export type SessionBatches = readonly Uint8Array[]

export interface JudgeContext {
  /** What is stats of each question, in the order of the request; null: nothing yet. */
  readonly stats: readonly (string | null)[]
  /** This participant's earlier request, as stored. */
  readonly earlier: string | null
  /** Undefined: no session was named; null: there is no such session. */
  readonly session: SessionBatches | null | undefined
}

export interface Judged {
  readonly questions: readonly JudgedQuestion[]
  /** A check could not run. */
  readonly error: boolean
  readonly warnings: readonly string[]
  /** Everything that the request names was there to judge by. */
  readonly complete: boolean
  readonly failures: readonly CheckFailure[]
  readonly samples: readonly QuestionSample[]
  /** The request with the typing that the service saw, where it saw any, as it is to be stored. */
  readonly written?: string
}

/** `sketches`: of the answers, by question, where they are known. */
export function judgeRequest(
  request: CanonicalRequest,
  context: JudgeContext,
  sketches: ReadonlyMap<string, Sketch> = new Map(),
): Judged {
  const typing = typingOf(request, context.session)
  const seen: CanonicalRequest = {
    ...request,
    questions: request.questions.map((question) => ({
      ...question,
      history: typing.observed.get(question.id) ?? question.history,
    })),
  }
  const earlier = context.earlier === null ? null : readStoredRequest(context.earlier)
  const analysis = analyse(seen, { stats: context.stats, earlier, marks: typing.marks, sketches })
  const failed = [...new Set(analysis.failures.map(({ check }) => check))]
  return {
    questions: analysis.questions,
    error: failed.length > 0,
    warnings: [...failed.map((check) => `The check "${check}" could not run.`), ...typing.warnings],
    complete: failed.length === 0 && context.session !== null,
    failures: analysis.failures,
    samples: analysis.samples,
    ...(typing.observed.size > 0 && { written: writeRequest(request, typing.observed) }),
  }
}

interface Typing {
  readonly observed: ReadonlyMap<string, readonly ChangeEntry[]>
  readonly marks: ReadonlyMap<string, InputMarks>
  readonly warnings: readonly string[]
}

const UNSEEN: Typing = { observed: new Map(), marks: new Map(), warnings: [] }

function typingOf(request: CanonicalRequest, session: JudgeContext['session']): Typing {
  if (session === undefined) return UNSEEN
  if (session === null) {
    return { ...UNSEEN, warnings: ['There is no such session; the typing that was sent is used.'] }
  }
  const answers = new Map(request.questions.map(({ id, answer }) => [id, answer]))
  const batches = session.map((bytes) => decodeBatch(bytes))
  const found = observedHistories(batches, answers)
  const observed = new Map<string, readonly ChangeEntry[]>()
  const missing = new Set<string>()
  const disagreeing: string[] = []
  for (const question of request.questions) {
    const seen: ObservedHistory | undefined = found.get(question.id)
    if (seen === undefined) continue
    if ('missing' in seen) missing.add(seen.missing)
    else {
      observed.set(question.id, seen.history)
      if (disagrees(seen.history, question.history)) disagreeing.push(JSON.stringify(question.id))
    }
  }
  const warnings = [...missing].map((why) => `The session does not show all of the typing: ${why}.`)
  if (found.size === 0) warnings.push('The session recorded no typing for these questions.')
  if (disagreeing.length > 0) {
    warnings.push(
      `The typing that was sent disagrees with what the service saw (${disagreeing.join(', ')}); what it saw is used.`,
    )
  }
  return { observed, marks: observedMarks(batches), warnings }
}

/** Trackers merge changes and round times; beyond these two describe different typing. */
const STEP_TOLERANCE = 0.2
const TIME_TOLERANCE = 0.2
const TIME_TOLERANCE_MS = 1_000
const STEP_TOLERANCE_STEPS = 3

/** A history that ends early was cut by its tracker: it is compared as far as it goes. */
function disagrees(seen: readonly ChangeEntry[], sent: readonly ChangeEntry[] | null): boolean {
  if (sent === null) return false
  const typed = sent.filter(({ s }) => s !== undefined)
  const last = typed.at(-1)?.s ?? ''
  const upTo = seen.findLastIndex(({ s }) => s === last)
  if (upTo === -1) return true
  const part = seen.slice(0, upTo + 1)
  const differs = (a: number, b: number, share: number, slack: number) =>
    Math.abs(a - b) > Math.max(slack, share * Math.max(a, b))
  return (
    differs(part.length, typed.length, STEP_TOLERANCE, STEP_TOLERANCE_STEPS) ||
    differs(spanMs(part), spanMs(typed), TIME_TOLERANCE, TIME_TOLERANCE_MS)
  )
}

const spanMs = (history: readonly ChangeEntry[]) => (history.at(-1)?.t ?? 0) - (history[0]?.t ?? 0)

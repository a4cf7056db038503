/**
 * The canonical request as stored. Each entry of a history holds the whole text so far, so its size grows with the
 * square of the text. The stored form keeps changes instead, so it grows linearly.
 */
import { createHash } from 'node:crypto'
import { defined } from '../../../contract/defined.ts'
import type { ChangeEntry, QuestionType } from '../../../contract/survey.ts'
import type { SurveyCheckName, SurveyVersion } from '../../../contract/survey_checks.ts'
import { changeBetween } from '../../../features/typing_history/change.ts'
import type { InputMethods } from '../../../features/typing_history/typing.ts'
import type { CanonicalQuestion, CanonicalRequest } from './canonical.ts'

const FORMAT = 1

/**
 * `[t, position, removed, inserted]`: one change of the text, with a mark if the tracker sent one; `[t, copied]`: a copy
 * event, null: text unknown.
 */
type StoredChange =
  | readonly [number, number, number, string]
  | readonly [number, number, number, string, string]
  | readonly [number, string | null]

interface StoredText {
  readonly format: number
  readonly version: SurveyVersion
  readonly survey: string
  readonly participant: string
  readonly threshold: number
  readonly fingerprint: string | null
  readonly session: string | null
  readonly condition?: string
  readonly questions: readonly (readonly [
    id: string,
    text: string,
    answer: string,
    history: readonly StoredChange[] | null,
  ])[]
  /** Types of questions that are not open, by id. */
  readonly types?: readonly (readonly [id: string, type: Exclude<QuestionType, 'open'>])[]
  readonly disabled?: readonly SurveyCheckName[]
  readonly misspelled?: NonNullable<CanonicalRequest['misspelled']>
  /** Typing that the service recorded itself, used instead of the sent history. */
  readonly observed?: readonly (readonly [
    id: string,
    history: readonly StoredChange[],
    inputMethods?: InputMethods,
  ])[]
}

export type Histories = ReadonlyMap<string, readonly ChangeEntry[]>

/** `inputMethods`: observed with the histories, by question id. */
export function writeStoredRequest(
  request: CanonicalRequest,
  observed: Histories = new Map(),
  inputMethods: ReadonlyMap<string, InputMethods> = new Map(),
): string {
  const types = request.questions.flatMap(({ id, type }) => (type === undefined ? [] : [[id, type] as const]))
  const stored: StoredText = {
    format: FORMAT,
    version: request.version,
    survey: request.surveyId,
    participant: request.participantId,
    threshold: request.lowEffortThreshold,
    fingerprint: request.fingerprintId,
    session: request.sessionId,
    ...(request.condition !== undefined && { condition: request.condition }),
    questions: request.questions.map(({ id, text, answer, history }) => [
      id,
      text,
      answer,
      history === null ? null : toChanges(history),
    ]),
    ...(types.length > 0 && { types }),
    ...(request.disabledChecks && { disabled: request.disabledChecks }),
    ...defined({ misspelled: request.misspelled }),
    ...(observed.size > 0 && {
      observed: [...observed].map(([id, history]) => {
        const methods = inputMethods.get(id)
        const changes = toChanges(history)
        return methods === undefined ? ([id, changes] as const) : ([id, changes, methods] as const)
      }),
    }),
  }
  return JSON.stringify(stored)
}

export function readStoredRequest(text: string): CanonicalRequest {
  const stored = JSON.parse(text) as StoredText
  if (stored.format !== FORMAT) throw new Error(`survey request format ${stored.format} is not known`)
  const types = new Map(stored.types)
  return {
    version: stored.version,
    surveyId: stored.survey,
    participantId: stored.participant,
    lowEffortThreshold: stored.threshold,
    fingerprintId: stored.fingerprint,
    sessionId: stored.session,
    ...(stored.condition !== undefined && { condition: stored.condition }),
    questions: stored.questions.map(([id, question, answer, history]): CanonicalQuestion => {
      const type = types.get(id)
      return {
        id,
        text: question,
        answer,
        history: history === null ? null : toEntries(history),
        ...(type && { type }),
      }
    }),
    ...(stored.disabled && { disabledChecks: stored.disabled }),
    ...defined({ misspelled: stored.misspelled }),
  }
}

export function readObserved(text: string): Histories {
  const { observed = [] } = JSON.parse(text) as StoredText
  return new Map(observed.map(([id, changes]) => [id, toEntries(changes)]))
}

export function readInputMethods(text: string): Map<string, InputMethods> {
  const { observed = [] } = JSON.parse(text) as StoredText
  return new Map(observed.flatMap(([id, , methods]) => (methods ? [[id, methods] as const] : [])))
}

/** Equal for equal requests, whatever shape they arrived in. */
export function digestOf(storedRequest: string): string {
  return createHash('sha256').update(storedRequest).digest('base64url')
}

function toChanges(history: readonly ChangeEntry[]): StoredChange[] {
  let before = ''
  return history.map((entry) => {
    if (entry.s === undefined) return [entry.t, entry.ct ?? null]
    const [position, removed, inserted] = changeBetween(before, entry.s)
    before = entry.s
    return entry.o === undefined
      ? [entry.t, position, removed, inserted]
      : [entry.t, position, removed, inserted, entry.o]
  })
}

function toEntries(changes: readonly StoredChange[]): ChangeEntry[] {
  let text = ''
  return changes.map((change) => {
    if (change.length === 2) {
      const [t, copied] = change
      return copied === null ? { t, o: 'c' } : { t, o: 'c', ct: copied }
    }
    const [t, position, removed, inserted, o] = change
    text = text.slice(0, position) + inserted + text.slice(position + removed)
    return o === undefined ? { s: text, t } : { s: text, t, o }
  })
}

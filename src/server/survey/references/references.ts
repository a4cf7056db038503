/** Reference answers as stored, and as the analysis needs them. */
import { createHash } from 'node:crypto'
import type { Reference } from '../../../features/text/reference_fit.ts'
import type { StoredReferences } from '../../../store/references.ts'
import { keyText } from '../../../store/values/key_text.ts'

/** The text is the researcher's own and is kept, so that it can be shown beside an answer. */
export interface ReferenceAnswer extends Reference {
  readonly text: string
}

export interface QuestionReferences {
  readonly question: string
  /** Absent: for participants of all conditions that have none of their own. */
  readonly condition?: string
  readonly answers: readonly ReferenceAnswer[]
}

export const readReferences = ({ value }: Pick<StoredReferences, 'value'>): QuestionReferences =>
  JSON.parse(value) as QuestionReferences

export const writeReferences = (references: QuestionReferences): string => JSON.stringify(references)

/** The same text always has the same ID. */
export const referenceId = (text: string): string =>
  `ref_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`

/** The references of one question for a survey thread. `revision`: equal for equal references. */
export interface ThreadReferences {
  readonly revision: string
  readonly references: readonly Reference[]
}

/** Those of the condition, or of the question. In the order of `questionIds`; null: the question has none. */
export function threadReferences(
  stored: readonly StoredReferences[],
  questionIds: readonly string[],
  peerIds: readonly string[],
): (ThreadReferences | null)[] {
  const byQuestion = new Map(stored.map((row) => [row.questionId, row]))
  return questionIds.map((id, at) => {
    const row = byQuestion.get(keyText(peerIds[at] ?? id)) ?? byQuestion.get(keyText(id))
    if (row === undefined) return null
    const { answers } = readReferences(row)
    return {
      revision: digestOf(row.value),
      references: answers.map(({ id: reference, wording }) => ({ id: reference, wording })),
    }
  })
}

/** Of all references that an analysis uses; null: there are none. */
export function digestOfReferences(references: readonly (ThreadReferences | null)[]): string | null {
  if (references.every((reference) => reference === null)) return null
  return digestOf(JSON.stringify(references.map((reference) => reference?.revision ?? null)))
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

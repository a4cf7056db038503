/** Reference answers: what chatbots answer to the questions of a survey, as researchers give it. Never answers of people. */
import { integer, type RowOf, table, text } from './table.ts'

export interface ReferenceKey {
  readonly workspace: string
  readonly surveyId: string
  readonly questionId: string
}

export const references = table(
  'question_references',
  {
    workspace: text(),
    surveyId: text(),
    questionId: text(),
    /** From 1; grows by one with every change. */
    version: integer(),
    changedAt: integer(),
    /** Opaque to the store. */
    value: text(),
  },
  { key: ['workspace', 'surveyId', 'questionId'], bucket: 'surveyId' },
)

export type StoredReferences = RowOf<typeof references>

export interface ReferenceStore {
  /** Of all questions of a survey, by question ID. */
  list(workspace: string, surveyId: string): Promise<StoredReferences[]>
  /** Replaces the references of a question. False: the stored version is not the one before. */
  save(references: StoredReferences): Promise<boolean>
  /** False: the question has none, or not this version. */
  erase(key: ReferenceKey, version?: number): Promise<boolean>
}

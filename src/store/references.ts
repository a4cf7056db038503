/** Reference answers: what chatbots answer to the questions of a survey, as researchers give it. Never answers of people. */

export interface ReferenceKey {
  readonly workspace: string
  readonly surveyId: string
  readonly questionId: string
}

export interface StoredReferences extends ReferenceKey {
  /** From 1; grows by one with every change. */
  readonly version: number
  readonly changedAt: number
  /** Opaque to the store. */
  readonly value: string
}

export interface ReferenceStore {
  /** Of all questions of a survey, by question ID. */
  list(workspace: string, surveyId: string): Promise<StoredReferences[]>
  /** Replaces the references of a question. False: the stored version is not the one before. */
  save(references: StoredReferences): Promise<boolean>
  /** False: the question has none. */
  erase(key: ReferenceKey): Promise<boolean>
}

import { bucketOf } from '../bucket.ts'
import type { ReferenceKey, ReferenceStore, StoredReferences } from '../references.ts'
import { type RawReferences, REFERENCE_COLUMNS, rawReferences, referencesRow } from '../rows/references.ts'
import { wellFormed } from '../well_formed.ts'
import { insertInto, matching, type StatementRunner } from './statement_runner.ts'

const TABLE = 'question_references'
const KEY = ['workspace', 'survey_id', 'question_id']

export class ReferenceQueries implements ReferenceStore {
  readonly #runner: StatementRunner

  constructor(runner: StatementRunner) {
    this.#runner = runner
  }

  async list(workspace: string, surveyId: string): Promise<StoredReferences[]> {
    const isSurvey = matching([...this.#runner.keyPrefix, 'workspace', 'survey_id'])
    const rows = await this.#runner.rows<RawReferences>(
      `SELECT ${REFERENCE_COLUMNS} FROM ${TABLE} WHERE ${isSurvey} ORDER BY question_id`,
      surveyParams(workspace, surveyId),
    )
    return rows.map(referencesRow)
  }

  async save(references: StoredReferences): Promise<boolean> {
    const columns = [...this.#runner.keyPrefix, ...REFERENCE_COLUMNS]
    const changed = await this.#runner.run(
      references.version === 1
        ? `${insertInto(TABLE, columns)} ON CONFLICT (${[...this.#runner.keyPrefix, ...KEY]}) DO NOTHING`
        : `UPDATE ${TABLE} SET version = :version, changed_at = :changed_at, value = :value, checksum = :checksum
           WHERE ${this.#isQuestion()} AND version = :before`,
      {
        ...surveyParams(references.workspace, references.surveyId),
        ...rawReferences(wellFormed(references)),
        before: references.version - 1,
      },
    )
    return changed === 1
  }

  async erase(key: ReferenceKey): Promise<boolean> {
    const { workspace, surveyId, questionId } = wellFormed(key)
    const params = { ...surveyParams(workspace, surveyId), question_id: questionId }
    return (await this.#runner.run(`DELETE FROM ${TABLE} WHERE ${this.#isQuestion()}`, params)) === 1
  }

  #isQuestion(): string {
    return matching([...this.#runner.keyPrefix, ...KEY])
  }
}

const surveyParams = (workspace: string, surveyId: string) => {
  const survey_id = surveyId.toWellFormed()
  return { bucket: bucketOf(survey_id), workspace, survey_id }
}

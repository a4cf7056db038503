import { type ReferenceKey, type ReferenceStore, references, type StoredReferences } from '../references.ts'
import { surveys } from '../surveys.ts'
import { RunnerQueries } from './statement_runner.ts'

export class ReferenceQueries extends RunnerQueries implements ReferenceStore {
  async list(workspace: string, surveyId: string): Promise<StoredReferences[]> {
    const text = `SELECT * FROM question_references WHERE ${surveys.isKey} ORDER BY question_id`
    const rows = await this.runner.rows<object>(text, surveys.storedKey({ workspace, surveyId }))
    return rows.map(references.row)
  }

  async save(given: StoredReferences): Promise<boolean> {
    const changed = await this.runner.run(
      given.version === 1
        ? `${references.insert} ON CONFLICT (${references.keyColumns}) DO NOTHING`
        : `UPDATE question_references SET ${references.assignments} WHERE ${references.isKey} AND version = :before`,
      { ...references.stored(given), before: given.version - 1 },
    )
    return changed === 1
  }

  async erase(key: ReferenceKey, version?: number): Promise<boolean> {
    const text = `DELETE FROM question_references WHERE ${references.isKey}`
    const params = references.storedKey(key)
    const erased =
      version === undefined
        ? this.runner.run(text, params)
        : this.runner.run(`${text} AND version = :version`, { ...params, version })
    return (await erased) === 1
  }
}

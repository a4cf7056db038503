import { type ClockRow, type ClockStore, clock } from '../clock.ts'
import { openRowChanges } from './change_row.ts'
import { first, RunnerQueries, type StatementRunner } from './statement_runner.ts'

const UPDATE = `UPDATE clock SET ${clock.assignments}, revision = revision + 1
  WHERE one = :one AND revision = :revision`

export class ClockQueries extends RunnerQueries implements ClockStore {
  readonly #changeRow = openRowChanges()

  constructor(runner: StatementRunner) {
    super(runner)
  }

  async read(): Promise<ClockRow | null> {
    return (await this.#read())?.row ?? null
  }

  async create(row: ClockRow): Promise<void> {
    await this.runner.run(`${clock.insert} ON CONFLICT DO NOTHING`, stored(row))
  }

  async change(change: (before: ClockRow) => ClockRow): Promise<ClockRow | null> {
    const write = async (after: ClockRow, revision: number) =>
      (await this.runner.run(UPDATE, { ...stored(after), revision })) > 0
    const changed = await this.#changeRow('clock', { read: () => this.#read(), write }, change)
    return changed?.after ?? null
  }

  async #read() {
    const rows = await this.runner.rows<{ revision: number }>('SELECT * FROM clock WHERE one = 1')
    return first(rows, (raw) => {
      const { one: _, ...row } = clock.row(raw)
      // Rows of before this column have 0.
      const reference = row.reference === 0 ? row.newest : row.reference
      return { row: { ...row, reference }, revision: raw.revision }
    })
  }
}

const stored = (row: ClockRow) => clock.stored({ one: 1, ...row })

/** NDJSON whose lines are requests of the survey API, with typing histories if the caller recorded them. */
import { defined } from '../../../contract/defined.ts'
import { BulkFault } from '../../files/bulk_fault.ts'
import type { JsonLine } from '../../files/file_record.ts'
import type { ColumnChoice, ColumnOptions, QuestionColumn } from './columns/columns.ts'

export const isRequestLine = ({ value }: JsonLine): boolean =>
  isObject(value.questions) && isObject(value.responses)

export const hasQuestion = ({ questions }: JsonLine['value'], id: string): boolean =>
  isObject(questions) && Object.hasOwn(questions, id)

/** Collects the questions of all lines, for the columns of results. */
export function openRequestQuestions() {
  const texts = new Map<string, string>()
  return {
    add({ value }: JsonLine): void {
      if (!isObject(value.questions)) return
      for (const [id, text] of Object.entries(value.questions))
        if (!texts.has(id)) texts.set(id, String(text))
    },
    /** Such a question has no column of its own. A type is given by its id. */
    questions({ questionTypes = [] }: ColumnOptions): QuestionColumn[] {
      const types = new Map(questionTypes.map(({ column, type }) => [column, type]))
      const unknown = [...types.keys()].find((id) => !texts.has(id))
      if (unknown !== undefined) throw new BulkFault(`There is no question ${JSON.stringify(unknown)}.`)
      return [...texts].map(([id, text]) => {
        const type = types.get(id)
        return { index: -1, id, text, ...defined({ type }) }
      })
    },
  }
}

export const requestChoices = (header: readonly string[]): ColumnChoice[] =>
  header.map((name, index) => ({
    index,
    name,
    use: name === 'responses' ? 'question' : 'none',
    kind: 'data',
    reason: 'field of an API request',
    text: name,
  }))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

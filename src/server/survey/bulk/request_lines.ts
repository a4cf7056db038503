/** NDJSON whose lines are requests of the survey API, with typing histories if the caller recorded them. */
import type { ColumnChoice, QuestionColumn } from './columns/columns.ts'
import type { JsonLine } from './read/record_file.ts'

export const isRequestLine = ({ value }: JsonLine): boolean =>
  isObject(value.questions) && isObject(value.responses)

/** Collects the questions of all lines, for the columns of results. */
export function openRequestQuestions() {
  const texts = new Map<string, string>()
  return {
    add({ value }: JsonLine): void {
      if (!isObject(value.questions)) return
      for (const [id, text] of Object.entries(value.questions))
        if (!texts.has(id)) texts.set(id, String(text))
    },
    /** Such a question has no column of its own. */
    questions: (): QuestionColumn[] => [...texts].map(([id, text]) => ({ index: -1, id, text })),
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

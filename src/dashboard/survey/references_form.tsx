import { useRef, useState } from 'react'
import type { QuestionReferencesView, ReferenceView } from '../../contract/dashboard/survey_references.ts'
import { REFERENCE_LIMITS } from '../../contract/limits.ts'
import { ApiError, apiPath, change } from '../client.ts'
import { Copy } from '../parts/copy.tsx'
import { Form, LongField, textOf } from '../parts/form.tsx'
import { texts } from '../texts.ts'

const words = texts.references

export interface QuestionReferencesProps {
  readonly surveyId: string
  readonly id: string
  readonly text: string
  readonly references: readonly ReferenceView[]
}

interface Box {
  readonly name: string
  readonly text: string
}

/** Boxes with empty ones up to the number that is needed. */
const boxesFor = (references: QuestionReferencesProps['references']): Box[] =>
  Array.from({ length: Math.max(references.length, REFERENCE_LIMITS.needed) }, (_, at) => ({
    name: `answer-${at}`,
    text: references[at]?.text ?? '',
  }))

export interface ReferencesFormProps extends QuestionReferencesProps {
  onSaved(count: number): void
}

/** Prompts to copy, and a box for each answer of a chatbot. Saving replaces all reference answers to the question. */
export function ReferencesForm({ surveyId, id, text, references, onSaved }: ReferencesFormProps) {
  const [question, setQuestion] = useState(text)
  const [boxes, setBoxes] = useState(() => boxesFor(references))
  const made = useRef(boxes.length)

  async function save(fields: FormData): Promise<QuestionReferencesView> {
    const filled = boxes.filter(({ name }) => textOf(fields, name) !== '')
    // If all are empty, the first one is sent, so that the error has a field.
    const sent = filled.length === 0 ? boxes.slice(0, 1) : filled
    // The request counts other positions than the form, which has empty boxes.
    const nameOf = (field: string) => (/^\d+$/.test(field) ? sent[Number(field)]?.name : undefined) ?? field
    try {
      return await change('PUT', apiPath(['surveys', surveyId, 'references']), {
        question_id: id,
        question: textOf(fields, 'question'),
        references: sent.map(({ name }) => textOf(fields, name)),
      })
    } catch (error) {
      throw error instanceof ApiError ? error.withFields(nameOf) : error
    }
  }

  return (
    <Form submit={texts.save} send={save} onDone={(stored) => onSaved(stored.references.length)}>
      <LongField label={words.question} name="question" value={text} rows={2} onChange={setQuestion} />
      <p>{words.prompts}</p>
      {Object.entries(words.styles).map(([style, [name, promptFor]]) => (
        <div key={style}>
          <p className="small-print">{name}</p>
          <Copy text={promptFor(question.trim())} label={words.prompt(name)} />
        </div>
      ))}
      {boxes.map(({ name, text }, at) => (
        <div key={name}>
          <LongField label={words.answer(at + 1)} name={name} value={text} />
          <button
            type="button"
            className="small quiet"
            aria-label={words.remove(at + 1)}
            onClick={() => setBoxes(boxes.filter((box) => box.name !== name))}
          >
            {texts.members.remove}
          </button>
        </div>
      ))}
      {boxes.length < REFERENCE_LIMITS.answers && (
        <div className="row">
          <button
            type="button"
            onClick={() => setBoxes([...boxes, { name: `answer-${made.current++}`, text: '' }])}
          >
            {words.add}
          </button>
        </div>
      )}
    </Form>
  )
}

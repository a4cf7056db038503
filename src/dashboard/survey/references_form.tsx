import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type {
  ChatbotAnswers,
  ReferenceView,
  SavedReferences,
} from '../../contract/dashboard/survey_references.ts'
import { REFERENCE_LIMITS } from '../../contract/limits.ts'
import { REFERENCE_PROMPTS, type ReferencePrompt } from '../../contract/reference_prompts.ts'
import { ApiError, apiPath, change } from '../client.ts'
import { useMe } from '../me.ts'
import { Copy } from '../parts/copy.tsx'
import { Form, fullErrorMessage, LongField, textOf } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'

const words = texts.references

export interface QuestionReferencesProps {
  readonly surveyId: string
  readonly id: string
  readonly text: string
  /** Absent: for all conditions without references of their own. */
  readonly condition?: string
  /** Of the references; 0: there are none. */
  readonly version: number
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
  onSaved(stored: SavedReferences): void
}

/** Prompts to copy, and a box for each answer of a chatbot. Saving replaces all reference answers to the question. */
export function ReferencesForm({ surveyId, id, text, references, onSaved, ...props }: ReferencesFormProps) {
  const { service } = useMe()
  const [question, setQuestion] = useState(text)
  // The version of the boxes: the page may load a newer one while they are open.
  const [version] = useState(props.version)
  const [boxes, setBoxes] = useState(() => boxesFor(references))
  const made = useRef(boxes.length)
  const newBox = (given: string): Box => ({ name: `answer-${made.current++}`, text: given })

  /** Filled boxes stay as they are. */
  function addAnswers(answers: readonly string[], fields: FormData): void {
    const filled = boxes.filter(({ name }) => textOf(fields, name) !== '')
    setBoxes([...filled, ...answers.map(newBox)].slice(0, REFERENCE_LIMITS.answers))
  }

  async function save(fields: FormData): Promise<SavedReferences> {
    const filled = boxes.filter(({ name }) => textOf(fields, name) !== '')
    // If all are empty, the first one is sent, so that the error has a field.
    const sent = filled.length === 0 ? boxes.slice(0, 1) : filled
    // The request counts other positions than the form, which has empty boxes.
    const nameOf = (field: string) => (/^\d+$/.test(field) ? sent[Number(field)]?.name : undefined) ?? field
    try {
      return await change('PUT', apiPath(['surveys', surveyId, 'references']), {
        question_id: id,
        question: textOf(fields, 'question'),
        ...(props.condition !== undefined && { condition: props.condition }),
        version,
        references: sent.map(({ name }) => textOf(fields, name)),
      })
    } catch (error) {
      throw error instanceof ApiError ? error.withFields(nameOf) : error
    }
  }

  return (
    <Form submit={texts.save} send={save} onDone={onSaved}>
      <LongField label={words.question} name="question" value={text} rows={2} onChange={setQuestion} />
      <p>{words.prompts}</p>
      {(Object.keys(REFERENCE_PROMPTS) as ReferencePrompt[]).map((style) => (
        <div key={style}>
          <p className="small-print">{words.styles[style]}</p>
          <Copy text={REFERENCE_PROMPTS[style](question.trim())} label={words.prompt(words.styles[style])} />
        </div>
      ))}
      {service.chatbot && <AskChatbot surveyId={surveyId} question={question} onAnswers={addAnswers} />}
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
          <button type="button" onClick={() => setBoxes([...boxes, newBox('')])}>
            {words.add}
          </button>
        </div>
      )}
    </Form>
  )
}

interface AskChatbotProps {
  readonly surveyId: string
  readonly question: string
  onAnswers(answers: readonly string[], fields: FormData): void
}

/** Asks the model that the operator configured. Its answers are stored when the form is saved. */
function AskChatbot({ surveyId, question, onAnswers }: AskChatbotProps) {
  const button = useRef<HTMLButtonElement>(null)
  const asked = useMutation({
    mutationFn: () =>
      change<ChatbotAnswers>('POST', apiPath(['surveys', surveyId, 'references', 'ask']), { question }),
    onSuccess: ({ references }) => {
      if (button.current?.form) onAnswers(references, new FormData(button.current.form))
    },
  })
  return (
    <>
      <div className="row">
        <button ref={button} type="button" disabled={asked.isPending} onClick={() => asked.mutate()}>
          {words.askChatbot}
        </button>
      </div>
      {asked.isPending && <p role="status">{words.asking}</p>}
      {asked.isError && <Notice tone="bad">{fullErrorMessage(asked.error)}</Notice>}
      {asked.isSuccess && <Notice tone="good">{words.asked(asked.data.references.length)}</Notice>}
    </>
  )
}

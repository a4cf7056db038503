import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type {
  ChatbotAnswers,
  ReferenceView,
  SavedReferences,
} from '../../contract/dashboard/survey_references.ts'
import { REFERENCE_PROMPTS, type ReferencePrompt } from '../../contract/reference_prompts.ts'
import { apiPath, change } from '../client.ts'
import { useMe } from '../me.ts'
import { Copy, CopyButton } from '../parts/copy.tsx'
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

export interface ReferencesFormProps extends QuestionReferencesProps {
  onSaved(stored: SavedReferences): void
}

/** An empty line ends an answer. */
const BETWEEN = '\n\n'

/** Prompts to copy, and one box for all answers of chatbots. Saving replaces all reference answers to the question. */
export function ReferencesForm({ surveyId, id, text, references, onSaved, ...props }: ReferencesFormProps) {
  const { service } = useMe()
  const [question, setQuestion] = useState(text)
  // The version of the box: the page may load a newer one while it is open.
  const [version] = useState(props.version)
  const [box, setBox] = useState(() => ({ times: 0, text: joined(references.map(({ text }) => text)) }))

  function addAnswers(answers: readonly string[], fields: FormData): void {
    const before = textOf(fields, 'pasted')
    setBox({ times: box.times + 1, text: joined([...(before === '' ? [] : [before]), ...answers]) })
  }

  const save = (fields: FormData): Promise<SavedReferences> =>
    change('PUT', apiPath(['surveys', surveyId, 'references']), {
      question_id: id,
      question: textOf(fields, 'question'),
      ...(props.condition !== undefined && { condition: props.condition }),
      version,
      pasted: textOf(fields, 'pasted'),
    })

  return (
    <Form submit={texts.save} send={save} onDone={onSaved}>
      <LongField label={words.question} name="question" value={text} rows={2} onChange={setQuestion} />
      <Prompts question={question.trim()} />
      {service.chatbot && <AskChatbot surveyId={surveyId} question={question} onAnswers={addAnswers} />}
      <LongField
        key={box.times}
        label={words.answers}
        name="pasted"
        hint={words.answersHint}
        value={box.text}
        rows={ROWS}
      />
    </Form>
  )
}

const ROWS = 12

const joined = (answers: readonly string[]): string => answers.join(BETWEEN)

function Prompts({ question }: { question: string }) {
  const shown = useRef<HTMLDivElement>(null)
  const prompts = (Object.keys(REFERENCE_PROMPTS) as ReferencePrompt[]).map((style) => ({
    style,
    text: REFERENCE_PROMPTS[style](question),
  }))
  return (
    <>
      <div className="row">
        <span>{words.prompts}</span>
        <CopyButton
          name={words.copyAll}
          label={words.allPrompts}
          text={joined(prompts.map(({ text }) => text))}
          shown={shown}
        />
      </div>
      <div ref={shown}>
        {prompts.map(({ style, text }) => (
          <div key={style}>
            <p className="small-print">{words.styles[style]}</p>
            <Copy text={text} label={words.prompt(words.styles[style])} />
          </div>
        ))}
      </div>
    </>
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

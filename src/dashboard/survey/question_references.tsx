import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiPath, change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { type QuestionReferencesProps, ReferencesForm } from './references_form.tsx'

const words = texts.references

/** The reference answers to one question. */
export function QuestionReferences(props: QuestionReferencesProps) {
  const { surveyId, id, text, references } = props
  const can = usePermissions()
  const cache = useQueryClient()
  const [wasOpened, setOpened] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [changed, setChanged] = useState({ times: 0, message: '' })
  async function showChange(message: string) {
    await cache.invalidateQueries({ queryKey: ['surveys', surveyId] })
    void cache.invalidateQueries({ queryKey: ['survey-again', surveyId] })
    setChanged(({ times }) => ({ times: times + 1, message }))
  }
  return (
    <section className="card" aria-label={text === '' ? id : text}>
      <div className="card-head">
        <h2>
          <UserText>{text === '' ? id : text}</UserText>
        </h2>
        <p className="small-print">{words.count(references.length)}</p>
      </div>
      <p>{words.state(references.length)}</p>
      {changed.message !== '' && <Notice tone="good">{changed.message}</Notice>}
      <details onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
        <summary>{can.analyze ? words.ask : words.show}</summary>
        {/* Closing it must not discard pasted text, so the form stays. */}
        {wasOpened &&
          (can.analyze ? (
            <ReferencesForm
              key={changed.times}
              {...props}
              onSaved={(count) => showChange(words.saved(count))}
            />
          ) : (
            <Texts references={references} />
          ))}
      </details>
      {can.analyze && references.length > 0 && (
        <div className="row">
          <button type="button" className="danger small" onClick={() => setRemoving(true)}>
            {words.removeAll}
          </button>
        </div>
      )}
      {isRemoving && (
        <Dialog title={words.removeAllTitle} onClose={() => setRemoving(false)}>
          <Form
            submit={words.removeAll}
            tone="danger"
            send={() => change('DELETE', apiPath(['surveys', surveyId, 'references'], { question_id: id }))}
            onDone={() => {
              setRemoving(false)
              void showChange(words.removed)
            }}
          >
            <p>{words.removeAllLead}</p>
          </Form>
        </Dialog>
      )}
    </section>
  )
}

function Texts({ references }: Pick<QuestionReferencesProps, 'references'>) {
  if (references.length === 0) return <p className="faint">{words.none}</p>
  return (
    <div className="stack">
      {references.map(({ id, text }) => (
        <blockquote key={id}>
          <UserText>{text}</UserText>
        </blockquote>
      ))}
    </div>
  )
}

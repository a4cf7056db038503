import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReferenceList, SavedReferences } from '../../contract/dashboard/survey_references.ts'
import { REFERENCE_LIMITS } from '../../contract/limits.ts'
import { apiPath, change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'
import { dataKey } from '../use_data.ts'
import { type QuestionReferencesProps, ReferencesForm } from './references_form.tsx'

const words = texts.references

interface Changed extends Pick<SavedReferences, 'dropped'> {
  readonly times: number
  readonly message: string
}

/** The reference answers to one question. */
export function QuestionReferences(props: QuestionReferencesProps) {
  const { surveyId, id, text, condition, references } = props
  const title = text === '' ? id : text
  const name = condition === undefined ? title : words.ofCondition(title, condition)
  const can = usePermissions()
  const cache = useQueryClient()
  const [isOpenAtFirst] = useState(
    () => can.analyze && condition === undefined && references.length < REFERENCE_LIMITS.needed,
  )
  const [wasOpened, setOpened] = useState(isOpenAtFirst)
  const [isRemoving, setRemoving] = useState(false)
  const [changed, setChanged] = useState<Changed>({ times: 0, message: '', dropped: [] })
  /** Shows the response of the change, because another change may cancel a reload of the list. */
  async function showChange(
    message: string,
    dropped: Changed['dropped'],
    update: (list: ReferenceList) => ReferenceList,
  ) {
    const queryKey = dataKey(['surveys', surveyId, 'references'])
    // A reload that began before the change would bring the old answers back.
    await cache.cancelQueries({ queryKey })
    cache.setQueryData<ReferenceList>(queryKey, (list) => list && update(list))
    // After the notification of the new data, so that the new form starts with it.
    notifyManager.schedule(() => setChanged(({ times }) => ({ times: times + 1, message, dropped })))
    void cache.invalidateQueries({ queryKey: ['surveys', surveyId] })
    void cache.invalidateQueries({ queryKey: ['survey-again', surveyId] })
  }
  return (
    <section className="card" aria-label={name}>
      <div className="card-head">
        <h2 dir="auto">{name}</h2>
        <p className="small-print">{words.count(references.length)}</p>
      </div>
      {references.length > 0 && <p>{words.state(references.length)}</p>}
      {changed.message !== '' && <Notice tone="good">{changed.message}</Notice>}
      {changed.dropped.length > 0 && (
        <ul aria-label={words.dropped}>
          {changed.dropped.map(({ text, reason }, at) => (
            <li key={at}>
              <q dir="auto">{text}</q> {reason}
            </li>
          ))}
        </ul>
      )}
      <details open={isOpenAtFirst} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
        <summary>{can.analyze ? words.ask : words.show}</summary>
        {/* Closing it must not discard pasted text, so the form stays. */}
        {wasOpened &&
          (can.analyze ? (
            <ReferencesForm
              key={changed.times}
              {...props}
              onSaved={({ usable, of, dropped, ...stored }) =>
                showChange(words.saved(usable, of), dropped, (list) => ({
                  ...list,
                  items: [
                    ...list.items.filter((item) => item.question_id !== id || item.condition !== condition),
                    stored,
                  ],
                }))
              }
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
            send={() =>
              change<ReferenceList>(
                'DELETE',
                apiPath(['surveys', surveyId, 'references'], {
                  question_id: id,
                  ...(condition !== undefined && { condition }),
                }),
              )
            }
            onDone={(left) => {
              setRemoving(false)
              void showChange(words.removed, [], () => left)
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
        <blockquote key={id} dir="auto">
          {text}
        </blockquote>
      ))}
    </div>
  )
}

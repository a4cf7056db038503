import type { ReactNode } from 'react'
import type { ReasonSheet } from '../../contract/dashboard/session_view.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.reasons

export function SessionReasons({ ids: [id = ''] }: PageIds) {
  return (
    <Sheet path={['sessions', id, 'reasons']}>
      <BackLink to={pathTo(['sessions', id])}>{texts.session.title}</BackLink>
    </Sheet>
  )
}

export function ParticipantReasons({ ids: [surveyId = '', id = ''] }: PageIds) {
  return (
    <Sheet path={['surveys', surveyId, 'participants', id, 'reasons']}>
      <BackLink to={pathTo(['surveys', surveyId, 'participants', id])}>
        {texts.participant.title} <UserText>{id}</UserText>
      </BackLink>
    </Sheet>
  )
}

/** Observations with their points and without a result, for the person they describe. */
function Sheet({ path, children }: { path: readonly string[]; children: ReactNode }) {
  const sheet = useData<ReasonSheet>(path)
  return (
    <Page
      title={words.title}
      lead={<span className="no-print">{words.lead}</span>}
      actions={
        <button type="button" className="no-print" onClick={() => print()}>
          {words.print}
        </button>
      }
    >
      {children}
      <Loaded query={sheet}>
        {({ title, about, counted, observations, sum, not_observed, notes }) => (
          <article className="card reason-sheet">
            <h2>{title}</h2>
            <p>
              <UserText>{about}</UserText>
            </p>
            <List title={words.counted} items={counted} />
            {sum !== undefined && <p>{sum}</p>}
            <List title={sum === undefined ? words.observed : words.uncounted} items={observations} />
            <List title={words.notObserved} items={not_observed} />
            <List title={words.notes} items={notes} />
          </article>
        )}
      </Loaded>
    </Page>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section className="stack">
      <h3>{title}</h3>
      <ul>
        {items.map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}

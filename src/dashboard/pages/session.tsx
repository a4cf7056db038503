import type { SessionReplay, SessionView } from '../../contract/dashboard/session_view.ts'
import { apiPath, apiUrl } from '../client.ts'
import { visitName } from '../format/visit_name.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { type PageIds, pathTo, useRoute } from '../router.ts'
import { Checks } from '../session/checks.tsx'
import { Facts, Related } from '../session/facts.tsx'
import { Replay } from '../session/replay.tsx'
import { ResultCard } from '../session/result_card.tsx'
import { StepUp } from '../session/step_up.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.session
const DOCS = ['how-to/review-sessions', 'explanation/scoring'] as const
/** Interval while the visit is in progress. */
const POLL_MS = 5_000

export function Session({ ids: [id = ''] }: PageIds) {
  const session = useData<SessionView>(
    ['sessions', id],
    {},
    { refetchInterval: ({ state }) => (state.data?.complete === false ? POLL_MS : false) },
  )
  return (
    <Page
      title={words.title}
      heading={session.data === undefined ? words.title : <UserText>{visitName(session.data)}</UserText>}
      lead={
        <>
          {typeof session.data?.user_id === 'string' && (
            <>
              <UserText>{session.data.user_id}</UserText> ·{' '}
            </>
          )}
          <span className="mono">{id}</span>
        </>
      }
      docs={DOCS}
      actions={
        <>
          <Link to={pathTo(['sessions', id, 'reasons'])} className="button">
            {texts.reasons.link}
          </Link>
          <a className="button" href={apiUrl(apiPath(['sessions', id, 'export']))} download>
            {words.export}
          </a>
        </>
      }
    >
      <BackLink to={pathTo(['sessions'])}>{texts.sessions.title}</BackLink>
      <Loaded query={session}>{(view) => <Body session={view} />}</Loaded>
    </Page>
  )
}

const useReplay = ({ session_id, complete }: SessionView) =>
  useData<SessionReplay>(
    ['sessions', session_id, 'replay'],
    {},
    { refetchInterval: complete ? false : POLL_MS },
  )

function Body({ session }: { session: SessionView }) {
  const { search } = useRoute()
  const chosen = search.get('check') ?? undefined
  const { session_id, complete } = session
  const intervalMs = complete ? false : POLL_MS
  const replay = useReplay(session)
  const pins = session.checks.find(({ check }) => check === chosen)?.at_ms ?? NO_PINS
  const isWhole = session.coverage.gaps + session.coverage.tampered === 0
  return (
    <>
      <ResultCard session={session} />
      <StepUp stepUp={session.step_up} />
      {!isWhole && <Notice tone="watch">{words.incomplete}</Notice>}
      <Loaded query={replay}>
        {(data) => <Replay replay={data} pins={pins} sessionId={session_id} intervalMs={intervalMs} />}
      </Loaded>
      <Checks checks={session.checks} score={session.risk_score} chosen={chosen} />
      <Facts session={session} />
      <Related session={session} />
    </>
  )
}

const NO_PINS: readonly number[] = []

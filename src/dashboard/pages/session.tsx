import { useQuery } from '@tanstack/react-query'
import type { SessionReplay, SessionView } from '../../contract/dashboard/session_view.ts'
import type { PageIds } from '../app.tsx'
import { apiPath, apiUrl, get } from '../client.ts'
import { visitName } from '../format/visit_name.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo, useRoute } from '../router.ts'
import { Checks } from '../session/checks.tsx'
import { About, Facts, Related } from '../session/facts.tsx'
import { Log } from '../session/log.tsx'
import { Replay } from '../session/replay.tsx'
import { ResultCard } from '../session/result_card.tsx'
import { texts } from '../texts.ts'

const words = texts.session
const DOCS = ['how-to/review-sessions', 'explanation/scoring'] as const
/** Interval while the visit is in progress. */
const POLL_MS = 5_000

export function Session({ ids: [id = ''] }: PageIds) {
  const session = useQuery({
    queryKey: ['session', id],
    queryFn: ({ signal }) => get<SessionView>(apiPath(['sessions', id]), signal),
    refetchInterval: ({ state }) => (state.data?.complete === false ? POLL_MS : false),
  })
  return (
    <Page
      title={words.title}
      heading={session.data === undefined ? words.title : <VisitHeading session={session.data} />}
      lead={<span className="mono">{id}</span>}
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
  useQuery({
    queryKey: ['session', session_id, 'replay'],
    queryFn: ({ signal }) => get<SessionReplay>(apiPath(['sessions', session_id, 'replay']), signal),
    refetchInterval: complete ? false : POLL_MS,
  })

/** The name of the visit. Its duration is that of the replay, so that the page has one clock. */
function VisitHeading({ session }: { session: SessionView }) {
  const { data } = useReplay(session)
  const last_at = data === undefined ? session.last_at : session.started_at + data.duration_ms
  return <UserText>{visitName({ ...session, last_at })}</UserText>
}

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
      {!isWhole && <Notice tone="watch">{words.incomplete}</Notice>}
      <Loaded query={replay}>{(data) => <Replay replay={data} pins={pins} />}</Loaded>
      <Checks checks={session.checks} score={session.risk_score} chosen={chosen} />
      <div className="columns">
        <About session={session} durationMs={replay.data?.duration_ms} />
        <Log
          sessionId={session_id}
          startedAt={replay.data?.started_at ?? session.started_at}
          intervalMs={intervalMs}
        />
      </div>
      <Facts session={session} />
      <Related session={session} />
    </>
  )
}

const NO_PINS: readonly number[] = []

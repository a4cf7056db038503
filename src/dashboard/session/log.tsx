import type { SessionLog, SessionView } from '../../contract/dashboard/session_view.ts'
import { apiTo } from '../client.ts'
import { usePaged } from '../paged.ts'
import { Failure, Waiting } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { Recorded } from '../parts/recorded.tsx'
import { go, withSearch } from '../router.ts'
import { texts } from '../texts.ts'
import { clockWords } from '../words/time.ts'

const words = texts.session

/** What was done, in order. A moment leads to its place in the replay. */
export function Log({ session, everyMs }: { session: SessionView; everyMs: number | false }) {
  const { session_id: sessionId, started_at: startedAt } = session
  const log = usePaged<SessionLog>(
    ['session', sessionId, 'log'],
    (after) => apiTo(['sessions', sessionId, 'log'], { after }),
    everyMs,
  )
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="card flush" aria-labelledby="log">
      <div className="card-head">
        <h2 id="log">{words.log}</h2>
        <p className="small-print">{words.events(log.data?.pages[0]?.event_count ?? 0)}</p>
      </div>
      {log.isPending && <Waiting />}
      {log.error !== null && <Failure error={log.error} again={() => log.refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <ol className="log" tabIndex={0} aria-labelledby="log">
        {items.map(({ action, user_time, unix_timestamp }, i) => {
          const at = Math.max(0, unix_timestamp - startedAt)
          return (
            <li key={i}>
              <button
                type="button"
                className="quiet small mono"
                title={user_time}
                onClick={() => go(withSearch({ at: String(at) }), { replace: true })}
              >
                {clockWords(at)}
              </button>
              <Recorded>{action}</Recorded>
            </li>
          )
        })}
      </ol>
      <More query={log} />
    </section>
  )
}

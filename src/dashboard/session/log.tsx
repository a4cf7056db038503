import type { SessionLog } from '../../contract/dashboard/session_view.ts'
import { apiPath } from '../client.ts'
import { formatPosition } from '../format/time.ts'
import { usePaged } from '../paged.ts'
import { Failure, Loading } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { UserText } from '../parts/user_text.tsx'
import { navigate, withSearch } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.session

/** Event log. Selecting a time seeks the replay. */
export interface LogProps {
  readonly sessionId: string
  /** Time 0 of the replay, so that both show the same clock. */
  readonly startedAt: number
  readonly intervalMs: number | false
}

export function Log({ sessionId, startedAt, intervalMs }: LogProps) {
  const log = usePaged<SessionLog>(
    ['session', sessionId, 'log'],
    (after) => apiPath(['sessions', sessionId, 'log'], { after }),
    intervalMs,
  )
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="card flush" aria-labelledby="log">
      <div className="card-head">
        <h2 id="log">{words.log}</h2>
        <p className="small-print">{words.events(log.data?.pages[0]?.event_count ?? 0)}</p>
      </div>
      {log.isPending && <Loading />}
      {log.error !== null && <Failure error={log.error} onRetry={() => log.refetch()} />}
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
                onClick={() => navigate(withSearch({ at: String(at) }), { replace: true })}
              >
                {formatPosition(at)}
              </button>
              <UserText>{action}</UserText>
            </li>
          )
        })}
      </ol>
      <More query={log} />
    </section>
  )
}

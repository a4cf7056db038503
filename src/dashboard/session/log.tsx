import { memo, useEffect, useMemo, useRef } from 'react'
import type { SessionLog } from '../../contract/dashboard/session_view.ts'
import { formatPosition } from '../format/time.ts'
import { Failure, Loading } from '../parts/loaded.tsx'
import { More } from '../parts/more.tsx'
import { UserText } from '../parts/user_text.tsx'
import { navigate, withSearch } from '../router.ts'
import { texts } from '../texts.ts'
import { usePages } from '../use_data.ts'

const words = texts.session

/** Event log. It follows the replay; selecting a row seeks the replay. */
export interface LogProps {
  readonly sessionId: string
  /** Time 0 of the replay, so that both show the same clock. */
  readonly startedAt: number
  /** Position of the replay. */
  readonly atMs: number
  readonly intervalMs: number | false
}

export function Log({ sessionId, startedAt, atMs, intervalMs }: LogProps) {
  const log = usePages<SessionLog>(['sessions', sessionId, 'log'], {}, { refetchInterval: intervalMs })
  const pages = log.data?.pages
  const entries = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  const current = entries.findLastIndex(({ unix_timestamp }) => unix_timestamp - startedAt <= atMs)
  return (
    <section className="replay-log" aria-labelledby="log">
      <div className="card-head">
        <h2 id="log">{words.log}</h2>
        <p className="small-print">{words.events(pages?.[0]?.event_count ?? 0)}</p>
      </div>
      {log.isPending && <Loading />}
      {log.error !== null && <Failure error={log.error} onRetry={() => log.refetch()} />}
      <Entries entries={entries} startedAt={startedAt} current={current} />
      <More query={log} />
    </section>
  )
}

interface EntriesProps {
  readonly entries: SessionLog['items']
  readonly startedAt: number
  readonly current: number
}

/** Renders only when the current row changes, not with every frame of the replay. */
const Entries = memo(function Entries({ entries, startedAt, current }: EntriesProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const row = list.current?.children[current]
    if (list.current !== null && row instanceof HTMLElement) keepInView(list.current, row)
  }, [current])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <ol className="log" ref={list} tabIndex={0} aria-labelledby="log">
      {entries.map(({ action, user_time, unix_timestamp }, i) => {
        const at = Math.max(0, unix_timestamp - startedAt)
        return (
          <li key={i} aria-current={i === current || undefined}>
            <button
              type="button"
              className="quiet"
              title={user_time}
              onClick={() => navigate(withSearch({ at: String(at) }), { replace: true })}
            >
              <span className="mono">{formatPosition(at)}</span>
              <UserText>{action}</UserText>
            </button>
          </li>
        )
      })}
    </ol>
  )
})

/** Scrolls the list only, not the page. The list is the offset parent of its rows. */
function keepInView(list: HTMLElement, row: HTMLElement): void {
  const top = row.offsetTop
  const isVisible = top >= list.scrollTop && top + row.offsetHeight <= list.scrollTop + list.clientHeight
  if (!isVisible) list.scrollTop = top - (list.clientHeight - row.offsetHeight) / 2
}

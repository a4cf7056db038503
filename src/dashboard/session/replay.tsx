import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { PlayerControls } from '../parts/player_controls.tsx'
import { usePlayer } from '../player.ts'
import { navigate, useRoute, withSearch } from '../router.ts'
import { texts } from '../texts.ts'
import { Log } from './log.tsx'
import { afterPause, pausesOf } from './pauses.ts'
import { Stage } from './stage.tsx'
import { Timeline } from './timeline.tsx'

const words = texts.replay

export interface ReplayProps {
  readonly replay: SessionReplay
  /** Times of the events behind the selected check. */
  readonly pins: readonly number[]
  readonly sessionId: string
  /** Of reloading the event log while the visit is in progress. */
  readonly intervalMs: number | false
}

/**
 * Replay without any typed text, beside the event log. The URL may contain a time, so that a moment can be shared; it
 * loses it when the replay moves on.
 */
export function Replay({ replay, pins, sessionId, intervalMs }: ReplayProps) {
  const { search } = useRoute()
  const asked = search.get('at')
  const [skipsPauses, setSkipsPauses] = useState(false)
  const pauses = useMemo(() => pausesOf(replay), [replay])
  const skip = useCallback((ms: number) => (skipsPauses ? afterPause(pauses, ms) : ms), [skipsPauses, pauses])
  const player = usePlayer(replay.duration_ms, { atMs: Number(asked) || 0 }, skip)
  const box = useRef<HTMLDivElement>(null)
  const seekNow = useRef(player.seek)
  seekNow.current = player.seek
  const leaveMoment = () => {
    if (asked !== null) navigate(withSearch({ at: undefined }), { replace: true })
  }
  const seek = (ms: number) => {
    leaveMoment()
    player.seek(ms)
  }
  const toggle = () => {
    leaveMoment()
    player.toggle()
  }
  useEffect(() => {
    if (asked === null) return
    seekNow.current(Number(asked) || 0)
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])

  const isEmpty = replay.pages.every(
    ({ pointer, clicks, scroll, keys, bulk }) =>
      pointer.length + clicks.length + scroll.length + keys.length + bulk.length === 0,
  )
  return (
    <div className="card replay" ref={box}>
      <section aria-labelledby="replay">
        <div className="card-head">
          <h2 id="replay">{words.title}</h2>
          <p className="small-print">{replay.thinned ? words.thinned : words.shapes}</p>
        </div>
        {isEmpty ? (
          <p className="faint">{words.empty}</p>
        ) : (
          <>
            <Stage replay={replay} atMs={player.atMs} />
            <PlayerControls player={{ ...player, seek, toggle }} name={words.title}>
              {pauses.length > 0 && (
                <label className="row">
                  <input
                    type="checkbox"
                    checked={skipsPauses}
                    onChange={({ target }) => setSkipsPauses(target.checked)}
                  />
                  {words.skipPauses}
                </label>
              )}
            </PlayerControls>
            <Timeline replay={replay} atMs={player.atMs} pins={pins} seek={seek} />
          </>
        )}
      </section>
      <Log sessionId={sessionId} startedAt={replay.started_at} atMs={player.atMs} intervalMs={intervalMs} />
    </div>
  )
}

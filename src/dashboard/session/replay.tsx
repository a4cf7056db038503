import { useEffect, useRef } from 'react'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { PlayerControls } from '../parts/player_controls.tsx'
import { usePlayer } from '../player.ts'
import { useRoute } from '../router.ts'
import { texts } from '../texts.ts'
import { Stage } from './stage.tsx'
import { Timeline } from './timeline.tsx'

const words = texts.replay

export interface ReplayProps {
  readonly replay: SessionReplay
  /** Times of the events behind the selected check. */
  readonly pins: readonly number[]
}

/** Replay without any typed text. The URL may contain a time, so that a moment can be shared. */
export function Replay({ replay, pins }: ReplayProps) {
  const { search } = useRoute()
  const asked = search.get('at')
  const player = usePlayer(replay.duration_ms, Number(asked) || 0)
  const box = useRef<HTMLElement>(null)
  const { seek } = player
  const seekNow = useRef(seek)
  seekNow.current = seek
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
    <section className="card" ref={box} aria-labelledby="replay">
      <div className="card-head">
        <h2 id="replay">{words.title}</h2>
        <p className="small-print">{replay.thinned ? words.thinned : words.shapes}</p>
      </div>
      {isEmpty ? (
        <p className="faint">{words.empty}</p>
      ) : (
        <>
          <Stage replay={replay} atMs={player.atMs} />
          <PlayerControls player={player} name={words.title} />
          <Timeline replay={replay} atMs={player.atMs} pins={pins} seek={seek} />
        </>
      )}
    </section>
  )
}

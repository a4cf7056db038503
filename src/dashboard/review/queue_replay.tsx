import { useCallback, useMemo } from 'react'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { formatPosition } from '../format/time.ts'
import { Loaded } from '../parts/loaded.tsx'
import { usePlayer } from '../player.ts'
import { afterPause, pausesOf } from '../session/pauses.ts'
import { Stage } from '../session/stage.tsx'
import { Timeline } from '../session/timeline.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.replay
const NO_PINS: readonly number[] = []

/** The replay of the current session, which plays by itself at eight times its speed, without pauses. */
export function QueueReplay({ id }: { id: string }) {
  const replay = useData<SessionReplay>(['sessions', id, 'replay'])
  return (
    <section className="card queue-replay" aria-label={words.title}>
      <Loaded query={replay}>{(data) => <Playing key={id} replay={data} />}</Loaded>
    </section>
  )
}

function Playing({ replay }: { replay: SessionReplay }) {
  const pauses = useMemo(() => pausesOf(replay), [replay])
  const skip = useCallback((ms: number) => afterPause(pauses, ms), [pauses])
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const player = usePlayer(replay.duration_ms, { speed: 8, isPlaying: !isCalm }, skip)
  return (
    <>
      <Stage replay={replay} atMs={player.atMs} />
      <Timeline replay={replay} atMs={player.atMs} pins={NO_PINS} seek={player.seek} />
      <div className="row spread">
        <button type="button" className="small" onClick={player.toggle}>
          {player.isPlaying ? texts.player.pause : texts.player.play}
        </button>
        <span className="small-print mono">
          8× · {formatPosition(player.atMs)} / {formatPosition(replay.duration_ms)}
        </span>
      </div>
    </>
  )
}

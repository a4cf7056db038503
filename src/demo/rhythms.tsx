import type { DemoBot } from '../contract/live_demo.ts'
import { stripOf, stripOfReplay } from '../dashboard/format/strip.ts'
import { RhythmStrip } from '../dashboard/parts/rhythm_strip.tsx'
import { texts } from './texts.ts'
import type { Rhythm } from './use_rhythm.ts'

const COLUMNS = 160
const SHORTEST_MS = 20_000
const STEP_MS = 10_000
/** Shares of the axis. */
const TICKS = [0, 0.25, 0.5, 0.75, 1] as const

export interface RhythmsProps {
  readonly own: Rhythm
  readonly bot?: { readonly name: string; readonly recording: DemoBot; readonly atMs: number } | undefined
}

/** The visitor's rhythm above the bot's, on one time axis. */
export function Rhythms({ own, bot }: RhythmsProps) {
  const longest = Math.max(SHORTEST_MS, own.spanMs, bot?.recording.replay.duration_ms ?? 0)
  const scale = { columns: COLUMNS, spanMs: Math.ceil(longest / STEP_MS) * STEP_MS }
  return (
    <figure className="rhythms">
      <figcaption className="small-print">{texts.rhythm}</figcaption>
      <div className="rhythm own">
        <span>{texts.you}</span>
        <div>
          {own.keys.length === 0 ? (
            <p className="small-print">{bot === undefined ? texts.noRhythm : texts.noRhythmYet}</p>
          ) : (
            <RhythmStrip strip={stripOf(own, scale)} name={texts.rhythmOf(texts.you)} />
          )}
        </div>
      </div>
      {bot !== undefined && (
        <div className="rhythm">
          <span>{texts.words.bot}</span>
          <div>
            <RhythmStrip strip={stripOfReplay(bot.recording.replay, scale)} name={texts.rhythmOf(bot.name)} />
            <span className="playhead" style={{ left: `${(100 * bot.atMs) / scale.spanMs}%` }} />
          </div>
        </div>
      )}
      <div className="rhythm-axis" aria-hidden="true">
        {TICKS.map((share) => (
          <span key={share}>{texts.seconds(Math.round((share * scale.spanMs) / 1_000))}</span>
        ))}
      </div>
    </figure>
  )
}

import { useEffect, useState } from 'react'
import type { DemoBot } from '../contract/live_demo.ts'
import { Stage } from '../dashboard/session/stage.tsx'
import { ResultPanel } from './result_panel.tsx'
import { texts } from './texts.ts'

/** A replay takes at most about this long. */
const LONGEST_MS = 20_000

/** The recorded bot, played beside the visit, with the result that it had at each moment. */
export function Bot({ bot }: { bot: DemoBot }) {
  const { replay, results } = bot
  const [atMs, setAt] = useState(0)
  const [run, setRun] = useState(0)
  const last = results.at(-1)?.at_ms ?? replay.duration_ms
  const endMs = Math.max(replay.duration_ms, last)

  useEffect(() => {
    if (run < 0) return
    const speed = Math.max(1, endMs / LONGEST_MS)
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const at = Math.min(endMs, (now - startedAt) * speed)
      setAt(at)
      if (at < endMs) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [endMs, run])

  const current = results.findLast(({ at_ms }) => at_ms <= atMs)?.result ?? null
  return (
    <div className="stack">
      <section className="card" aria-label={texts.botStack}>
        <p className="small-print">{texts.botStack}</p>
        <Stage replay={replay} atMs={Math.min(atMs, replay.duration_ms)} />
        <div className="form-end">
          <button type="button" disabled={atMs < endMs} onClick={() => setRun(run + 1)}>
            {texts.again}
          </button>
        </div>
      </section>
      <ResultPanel name={texts.bot} result={current} />
    </div>
  )
}

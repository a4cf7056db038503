/** Loads a recorded bot and plays it. A short recording plays at its own speed. */
import { useEffect, useState } from 'react'
import type { DemoBot, DemoBotName } from '../contract/live_demo.ts'

/** A playback takes at most about this long. */
const LONGEST_MS = 20_000

export interface Playback {
  readonly bot: DemoBot | undefined
  readonly isFailed: boolean
  readonly atMs: number
  readonly speed: number
  readonly isOver: boolean
  again(): void
}

/** Null: none is chosen. */
export function usePlayback(name: DemoBotName | null): Playback {
  const [bots, setBots] = useState<Partial<Record<DemoBotName, DemoBot>>>({})
  const [failed, setFailed] = useState<DemoBotName | null>(null)
  const [atMs, setAt] = useState(0)
  const [run, setRun] = useState(0)
  const bot = name === null ? undefined : bots[name]
  const endMs = bot === undefined ? 0 : Math.max(bot.replay.duration_ms, bot.results.at(-1)?.at_ms ?? 0)
  const speed = Math.max(1, endMs / LONGEST_MS)

  useEffect(() => {
    if (name === null || bot !== undefined) return
    const abort = new AbortController()
    setFailed(null)
    fetch(`/demo/bots/${name}`, { signal: abort.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(response.statusText)
        const loaded = (await response.json()) as DemoBot
        setBots((all) => ({ ...all, [name]: loaded }))
      })
      .catch(() => {
        if (!abort.signal.aborted) setFailed(name)
      })
    return () => abort.abort()
  }, [name, bot])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` starts the playback again.
  useEffect(() => {
    if (bot === undefined) return
    setAt(0)
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const at = Math.min(endMs, (now - startedAt) * speed)
      setAt(at)
      if (at < endMs) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [bot, endMs, speed, run])

  return {
    bot,
    isFailed: failed !== null && failed === name,
    atMs,
    speed,
    isOver: bot !== undefined && atMs >= endMs,
    again: () => setRun(run + 1),
  }
}

/** Playback position with play, pause and seek. */
import { useEffect, useState } from 'react'

export const SPEEDS = [1, 2, 4, 8, 16] as const
export type Speed = (typeof SPEEDS)[number]

export interface Player {
  readonly atMs: number
  readonly isPlaying: boolean
  readonly speed: Speed
  readonly durationMs: number
  toggle(): void
  seek(ms: number): void
  setSpeed(speed: Speed): void
}

const inOrder = (ms: number): number => ms

export interface PlayerStart {
  readonly atMs?: number
  readonly speed?: Speed
  readonly isPlaying?: boolean
}

/** `skip`: maps each position that is reached by playing to the one to show. It must stay the same between renders. */
export function usePlayer(durationMs: number, start: PlayerStart = {}, skip = inOrder): Player {
  const [atMs, setAt] = useState(start.atMs ?? 0)
  const [wantsPlay, setPlaying] = useState(start.isPlaying ?? false)
  const [speed, setSpeed] = useState<Speed>(start.speed ?? 1)
  const isPlaying = wantsPlay && atMs < durationMs

  useEffect(() => {
    if (!isPlaying) return
    let last = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const passed = Math.max(0, now - last) * speed
      last = now
      setAt((at) => Math.min(durationMs, skip(at + passed)))
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, durationMs, skip])

  return {
    atMs,
    isPlaying,
    speed,
    durationMs,
    setSpeed,
    toggle: () => {
      if (!isPlaying && atMs >= durationMs) setAt(0)
      setPlaying(!isPlaying)
    },
    seek: (ms) => setAt(Math.min(durationMs, Math.max(0, ms))),
  }
}

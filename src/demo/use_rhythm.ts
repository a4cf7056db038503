/** The times of the visitor's keys and pointer, for the drawing on this page only. Which keys they were is not kept. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { StripEvents } from '../dashboard/format/strip.ts'

const DRAWN_EVERY_MS = 150
/** Enough for ten minutes. */
const MAX_EVENTS = 20_000

export interface Rhythm extends StripEvents {
  /** From the first event to now; 0: none yet. */
  readonly spanMs: number
}

export function useRhythm(form: RefObject<HTMLElement | null>): Rhythm {
  const [rhythm, setRhythm] = useState<Rhythm>({ keys: [], pointer: [], spanMs: 0 })
  const events = useRef({
    startedAt: 0,
    keys: [] as number[],
    pointer: [] as [t: number, x: number, y: number][],
  })

  useEffect(() => {
    const element = form.current
    if (element === null) return
    const now = () => {
      const at = performance.now()
      events.current.startedAt ||= at
      return at - events.current.startedAt
    }
    let isChanged = false
    const press = () => {
      if (events.current.keys.length < MAX_EVENTS) events.current.keys.push(now())
      isChanged = true
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      // The axis begins with the first key.
      if (events.current.keys.length === 0 || events.current.pointer.length >= MAX_EVENTS) return
      events.current.pointer.push([now(), clientX, clientY])
      isChanged = true
    }
    // Phones report no keys, but every change.
    element.addEventListener('input', press)
    element.addEventListener('pointermove', move)
    const timer = setInterval(() => {
      if (!isChanged) return
      isChanged = false
      const { keys, pointer } = events.current
      setRhythm({ keys: [...keys], pointer: [...pointer], spanMs: now() })
    }, DRAWN_EVERY_MS)
    return () => {
      clearInterval(timer)
      element.removeEventListener('input', press)
      element.removeEventListener('pointermove', move)
    }
  }, [form])

  return rhythm
}

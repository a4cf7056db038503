/** Reads the result of this visit every two seconds, with the token that the page was served with. */
import { useEffect, useState } from 'react'
import type * as byhand from '../browser/index.ts'
import type { DemoResult, DemoVisit } from '../contract/live_demo.ts'

const POLL_MS = 2_000

export type VisitState = 'running' | 'unreachable' | 'ended'

const script = (window as unknown as { readonly byhand?: typeof byhand }).byhand
const token = document.querySelector<HTMLMetaElement>('meta[name="visit"]')?.content ?? ''

export function useVisit(): { readonly result: DemoResult | null; readonly state: VisitState } {
  const [result, setResult] = useState<DemoResult | null>(null)
  const [state, setState] = useState<VisitState>('running')

  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    async function read(): Promise<void> {
      if (!document.hidden) {
        try {
          await script?.flush()
          const session = encodeURIComponent(script?.sessionId() ?? '')
          const headers = { authorization: `Bearer ${token}` }
          const response = await fetch(`/demo/visit?session=${session}`, { headers })
          if (isOver) return
          if (response.status === 401) return setState('ended')
          if (response.ok) setResult(((await response.json()) as DemoVisit).result)
          setState(response.ok ? 'running' : 'unreachable')
        } catch {
          setState('unreachable')
        }
      }
      if (!isOver) timer = setTimeout(read, POLL_MS)
    }
    void read()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])

  return { result, state }
}

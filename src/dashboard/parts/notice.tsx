import type { ReactNode } from 'react'

export type Tone = 'plain' | 'good' | 'watch' | 'bad'

/** A sentence that must be noticed; a bad one is read out at once. */
export function Notice({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'

export type Tone = 'plain' | 'good' | 'watch' | 'bad'

/** A highlighted message. Screen readers announce errors at once. */
export function Notice({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

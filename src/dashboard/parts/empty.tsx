import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly hint?: string
  /** Buttons and links: what to do about it. */
  readonly children?: ReactNode
}

/** Stands in place of a list without items. */
export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <section className="card empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {hint !== undefined && <p>{hint}</p>}
      {children !== undefined && <div className="row">{children}</div>}
    </section>
  )
}

import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** Leads to the page above this one. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="back no-print">
      <Link to={to}>
        <span aria-hidden="true">← </span>
        {children}
      </Link>
    </p>
  )
}

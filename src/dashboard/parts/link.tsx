import type { MouseEvent, ReactNode } from 'react'
import { navigate } from '../router.ts'

export interface LinkProps {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  /** Accessible name, if it differs from the content. */
  readonly name?: string
  /** Whether the link leads to the current page. */
  readonly isCurrent?: boolean
}

/** A link within the app. Modified clicks keep the browser's behavior, such as opening a new tab. */
export function Link({ to, children, className, name, isCurrent }: LinkProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a
      href={to}
      onClick={follow}
      className={className}
      aria-label={name}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

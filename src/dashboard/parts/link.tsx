import type { MouseEvent, ReactNode } from 'react'
import { go } from '../router.ts'

export interface LinkProps {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  /** Of several links, the one that says where one is. */
  readonly isCurrent?: boolean
}

/** A real link: it can be opened in another tab, copied, and followed without a mouse. */
export function Link({ to, children, className, isCurrent }: LinkProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} onClick={follow} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}

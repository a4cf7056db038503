import { type ReactNode, useEffect, useRef } from 'react'
import type { AnyDocsPage } from '../docs.ts'
import { texts } from '../texts.ts'
import { HelpMenu } from './docs_link.tsx'

export interface PageProps {
  readonly title: string
  /** Shown instead of the title. */
  readonly heading?: ReactNode
  readonly lead?: ReactNode
  readonly docs?: readonly AnyDocsPage[]
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Sets the window title and focuses the heading, so that screen readers announce the new page. */
export function Page({ title, heading, lead, docs, actions, children }: PageProps) {
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} - ${texts.name}`
    first.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <>
      <div className="page-head">
        <div>
          <div className="page-title">
            <h1 ref={first} tabIndex={-1}>
              {heading ?? title}
            </h1>
            {docs !== undefined && <HelpMenu pages={docs} />}
          </div>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  )
}

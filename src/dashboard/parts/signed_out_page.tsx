import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { Page } from './page.tsx'

/** Layout of the pages without a login. */
export function SignedOutPage({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="signed-out">
      <p className="brand">
        <Brand />
      </p>
      <div className="card">
        <Page title={title} lead={lead}>
          {children}
        </Page>
      </div>
    </main>
  )
}

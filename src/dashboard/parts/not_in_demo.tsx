import type { ReactNode } from 'react'
import { useMe } from '../me.ts'
import { texts } from '../texts.ts'
import { OtherWorkspaces } from './other_workspaces.tsx'

/** Contains what the demo workspace rejects. There, the way to another workspace stands in its place. */
export function NotInDemo({ children }: { children: ReactNode }) {
  const { workspace } = useMe()
  if (!workspace.demo) return children
  return (
    <div className="row">
      <span className="faint">{texts.demo.unavailable}</span>
      <OtherWorkspaces />
    </div>
  )
}

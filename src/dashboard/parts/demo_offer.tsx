import type { FirstSession } from '../../contract/dashboard/me.ts'
import { useMe, usePermissions } from '../me.ts'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { OpenDemo } from './demo_workspace.tsx'
import { Empty } from './empty.tsx'
import { Link } from './link.tsx'

const words = texts.demo

/** The first steps. Shown until a visit arrives; the example session of the first start does not count. */
export function DemoOffer() {
  const can = usePermissions()
  const { workspace } = useMe()
  const first = useData<FirstSession>(['first-session'])
  if (workspace.demo || first.data === undefined || first.data.arrived) return null
  return (
    <Empty icon="sessions" title={words.emptyTitle} hint={words.emptyLead}>
      <Link to={pathTo(['keys'])} className="button primary">
        {words.setUp}
      </Link>
      {can.manage && <OpenDemo />}
    </Empty>
  )
}

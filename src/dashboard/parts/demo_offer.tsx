import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DemoData } from '../../contract/dashboard/privacy.ts'
import { change, get } from '../client.ts'
import { usePermissions } from '../me.ts'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { fullErrorMessage } from './form.tsx'
import { Link } from './link.tsx'
import { Notice } from './notice.tsx'

const words = texts.demo
export const DEMO = ['demo-data'] as const

/** Shown in an empty workspace. */
export function DemoOffer() {
  const can = usePermissions()
  const demo = useQuery({ queryKey: DEMO, queryFn: ({ signal }) => get<DemoData>('/demo-data', signal) })
  return (
    <div className="card empty">
      <h2>{words.emptyTitle}</h2>
      <p>{words.emptyLead}</p>
      <div className="row">
        <Link to={pathTo(['keys'])} className="button primary">
          {words.setUp}
        </Link>
        {can.manage && demo.data?.empty === true && <DemoButton />}
      </div>
    </div>
  )
}

export function DemoButton() {
  const cache = useQueryClient()
  const adding = useMutation({
    mutationFn: () => change<DemoData>('POST', '/demo-data'),
    onSuccess: () => cache.invalidateQueries(),
  })
  return (
    <>
      <button type="button" disabled={adding.isPending} onClick={() => adding.mutate()}>
        {adding.isPending ? words.adding : words.add}
      </button>
      {adding.error !== null && <Notice tone="bad">{fullErrorMessage(adding.error)}</Notice>}
    </>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import type { Me } from '../../contract/dashboard/me.ts'
import { becomes, change } from '../client.ts'
import { MeContext } from '../me.ts'
import { texts } from '../texts.ts'
import { Recorded } from './recorded.tsx'

/** A link may lead to another of one's workspaces; the service would not say so, because it says nothing of others. */
export function Elsewhere() {
  const me = useContext(MeContext)
  const cache = useQueryClient()
  const moving = useMutation({
    mutationFn: (id: string) => change<Me>('POST', '/workspace', { workspace_id: id }),
    onSuccess: (moved) => {
      becomes(cache, moved)
    },
  })
  const others = me?.workspaces.filter(({ id }) => id !== me.workspace.id) ?? []
  return others.map(({ id, name }) => (
    <button key={id} type="button" disabled={moving.isPending} onClick={() => moving.mutate(id)}>
      {texts.switchTo} <Recorded>{name}</Recorded>
    </button>
  ))
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import type { Me } from '../../contract/dashboard/me.ts'
import { change, setLogin } from '../client.ts'
import { MeContext } from '../me.ts'
import { texts } from '../texts.ts'
import { UserText } from './user_text.tsx'

/** Offers other workspaces of the member: a link may point to one, and the service answers 404 for it here. */
export function OtherWorkspaces() {
  const me = useContext(MeContext)
  const cache = useQueryClient()
  const moving = useMutation({
    mutationFn: (id: string) => change<Me>('POST', '/workspace', { workspace_id: id }),
    onSuccess: (moved) => {
      setLogin(cache, moved)
    },
  })
  const others = me?.workspaces.filter(({ id }) => id !== me.workspace.id) ?? []
  return others.map(({ id, name }) => (
    <button key={id} type="button" disabled={moving.isPending} onClick={() => moving.mutate(id)}>
      {texts.switchTo} <UserText>{name}</UserText>
    </button>
  ))
}

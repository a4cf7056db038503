import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DemoWorkspace, Me } from '../../contract/dashboard/me.ts'
import { change, get, setLogin } from '../client.ts'
import { useMe } from '../me.ts'
import { navigate, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { Dialog } from './dialog.tsx'
import { Form, fullErrorMessage } from './form.tsx'
import { Notice } from './notice.tsx'

const words = texts.demo
const POLL_MS = 1_000

/** Switches to the demo workspace; the service creates it if there is none. */
export function useOpenDemo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => change<Me>('POST', '/demo-workspace'),
    onSuccess: (me) => {
      setLogin(cache, me)
      navigate(pathTo(['overview']))
    },
  })
}

export function OpenDemo() {
  const opening = useOpenDemo()
  return (
    <>
      <button type="button" disabled={opening.isPending} onClick={() => opening.mutate()}>
        {words.open}
      </button>
      {opening.error !== null && <Notice tone="bad">{fullErrorMessage(opening.error)}</Notice>}
    </>
  )
}

/** Marks every page of the demo workspace. */
export function DemoBanner() {
  const { workspace } = useMe()
  return workspace.demo ? <Banner /> : null
}

function Banner() {
  const cache = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const demo = useQuery({
    queryKey: ['demo-workspace'],
    queryFn: async ({ signal }) => {
      const state = await get<DemoWorkspace>('/demo-workspace', signal)
      if (state.loading) void cache.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey[0]) })
      return state
    },
    refetchInterval: ({ state }) => (state.data?.loading === false ? false : POLL_MS),
    staleTime: 0,
  })
  const remove = (me: Me) => {
    setLogin(cache, me)
    navigate(pathTo(['overview']))
  }
  return (
    <aside className="demo-banner" aria-label={words.title}>
      <p>
        <strong>{words.title}.</strong> {demo.data?.loading ? words.loading : words.lead}
      </p>
      <button type="button" className="small" onClick={() => setRemoving(true)}>
        {words.remove}
      </button>
      {isRemoving && (
        <Dialog title={words.remove} onClose={() => setRemoving(false)}>
          <Form
            submit={words.remove}
            tone="danger"
            send={() => change<Me>('DELETE', '/demo-workspace')}
            onDone={remove}
          >
            <p>{words.confirm}</p>
          </Form>
        </Dialog>
      )}
    </aside>
  )
}

const isList = (name: unknown): boolean => name === 'sessions' || name === 'surveys' || name === 'overview'

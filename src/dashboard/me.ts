/** Who looks at the pages, and what they may do there. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Me } from '../contract/dashboard/me.ts'
import { get, ME, Refused } from './client.ts'

/** Null: nobody is logged in. */
export function useLogin() {
  return useQuery<Me | null>({
    queryKey: ME,
    queryFn: async ({ signal }) => {
      try {
        return await get<Me>('/me', signal)
      } catch (error) {
        if (error instanceof Refused && error.status === 401) return null
        throw error
      }
    },
    staleTime: 60_000,
  })
}

export const MeContext = createContext<Me | null>(null)
export const MeProvider = MeContext.Provider

export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('this page is only shown to people who are logged in')
  return me
}

/** Owners may do everything; analysts look, label, upload and try out; viewers look. */
export function useMay(): { readonly own: boolean; readonly analyse: boolean } {
  const { role } = useMe()
  return { own: role === 'owner', analyse: role !== 'viewer' }
}

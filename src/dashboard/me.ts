/** The logged-in member and their permissions. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Me } from '../contract/dashboard/me.ts'
import { ApiError, get, ME } from './client.ts'

/** Null when logged out. */
export function useLogin() {
  return useQuery<Me | null>({
    queryKey: ME,
    queryFn: async ({ signal }) => {
      try {
        return await get<Me>('/me', signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
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
  if (me === null) throw new Error('this component requires a login')
  return me
}

/** Owners manage; owners and analysts label, upload and preview settings; viewers only view. */
export function usePermissions(): { readonly manage: boolean; readonly analyze: boolean } {
  const { role } = useMe()
  return { manage: role === 'owner', analyze: role !== 'viewer' }
}

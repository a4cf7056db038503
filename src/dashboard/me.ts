/** The logged-in member and their permissions. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import type { Me } from '../contract/dashboard/me.ts'
import { SIGNED_IN } from '../contract/dashboard/signed_in.ts'
import { ApiError, get, ME } from './client.ts'

/** Null when logged out. */
export function useLogin() {
  const login = useQuery<Me | null>({
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
  const isIn = login.data === undefined ? undefined : login.data !== null
  useEffect(() => {
    if (isIn) localStorage.setItem(SIGNED_IN, '1')
    else if (isIn === false) localStorage.removeItem(SIGNED_IN)
  }, [isIn])
  return login
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

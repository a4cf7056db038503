/** What extensions add to the dashboard. `app.tsx` passes the list down. */
import { createContext, useContext } from 'react'
import type { DashboardExtension } from '../extension.ts'

const Extensions = createContext<readonly DashboardExtension[]>([])
export const ExtensionsProvider = Extensions.Provider

export const useExtensions = (): readonly DashboardExtension[] => useContext(Extensions)

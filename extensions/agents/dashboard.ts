import { lazy } from 'react'
import type { DashboardExtension } from '../../src/extension.ts'

const GUIDE = { path: 'how-to/allow-declared-agents', title: 'Allow declared agents' }

export const agents: DashboardExtension = {
  docs: [GUIDE],
  settings: [
    { Card: lazy(async () => ({ default: (await import('./settings_card.tsx')).Agents })), docs: GUIDE },
  ],
}

import type { IconName } from './parts/icon.tsx'
import type { texts } from './texts.ts'

export type PageName = keyof typeof texts.nav | 'account'

/** The menu and the palette show them. */
export const PAGE_ICONS: Readonly<Record<PageName, IconName>> = {
  overview: 'overview',
  sessions: 'sessions',
  review: 'review',
  surveys: 'surveys',
  uploads: 'uploads',
  quality: 'quality',
  keys: 'keys',
  'session-clusters': 'linked',
  settings: 'settings',
  privacy: 'privacy',
  webhooks: 'webhooks',
  members: 'members',
  audit: 'audit',
  account: 'account',
}

import type { IconName } from './parts/icon.tsx'
import type { texts } from './texts.ts'

export type PageName = keyof typeof texts.nav | 'account'

export interface MenuEntry {
  readonly path: string
  readonly title: string
  readonly icon: IconName
}

/** The menu and the palette show them. */
export const PAGE_ICONS: Readonly<Record<PageName, IconName>> = {
  overview: 'overview',
  sessions: 'sessions',
  review: 'review',
  surveys: 'surveys',
  uploads: 'uploads',
  quality: 'quality',
  keys: 'keys',
  settings: 'settings',
  privacy: 'privacy',
  webhooks: 'webhooks',
  members: 'members',
  audit: 'audit',
  account: 'account',
}

import type { DashboardExtension } from '../../src/extension.ts'
import { REFERENCE } from './reference.ts'
import { texts } from './texts.ts'
import { useLinkedSessions } from './use_linked_sessions.ts'

const PATH = 'session-clusters'

export const linkedSessions: DashboardExtension = {
  pages: { [PATH]: async () => (await import('./linked_sessions_page.tsx')).LinkedSessions },
  visits: [{ path: PATH, title: texts.title, icon: 'linked' }],
  useTogether: useLinkedSessions,
  docs: [REFERENCE],
}

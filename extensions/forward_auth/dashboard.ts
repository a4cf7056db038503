import type { DashboardExtension } from '../../src/extension.ts'

const GUIDE = { path: 'how-to/use-forward-auth', title: 'Check visitors in your proxy' }

export const forwardAuth: DashboardExtension = {
  docs: [GUIDE],
  integrations: {
    servers: [
      { id: 'nginx', name: 'nginx', page: GUIDE },
      { id: 'caddy', name: 'Caddy', page: GUIDE },
    ],
  },
}

import type { DashboardExtension } from '../../src/extension.ts'

const GUIDE = { path: 'how-to/use-qualtrics', title: 'Use Qualtrics' }

export const qualtrics: DashboardExtension = {
  docs: [GUIDE],
  integrations: { surveys: [{ id: 'qualtrics', name: 'Qualtrics', page: GUIDE }] },
}

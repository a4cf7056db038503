import type { DashboardExtension } from '../../src/extension.ts'

const GUIDE = { path: 'how-to/replace-a-captcha', title: 'Replace a captcha' }

export const captcha: DashboardExtension = {
  docs: [GUIDE],
  integrations: { products: [{ id: 'captcha', name: 'In place of a captcha', page: GUIDE }] },
}

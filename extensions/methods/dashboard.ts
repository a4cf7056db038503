import type { DashboardExtension } from '../../src/extension.ts'

export const methods: DashboardExtension = {
  pages: {
    'surveys/*/methods': async () => (await import('./methods_page.tsx')).SurveyMethods,
    'surveys/*/panel': async () => (await import('./panel_report_page.tsx')).SurveyPanel,
  },
  surveyTabs: { methods: 'Methods', panel: 'Panel report' },
}

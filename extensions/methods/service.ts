import type { ServiceExtension } from '../../src/extension.ts'
import { methodsOperations } from './operations.ts'
import { openPanelReport } from './panel_report.ts'
import { openSurveyMethods } from './survey_methods.ts'

export const methods: ServiceExtension = {
  operations: ({ store }) => methodsOperations(openSurveyMethods(store), openPanelReport(store)),
}

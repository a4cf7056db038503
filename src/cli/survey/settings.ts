/** `byhand surveys settings`: the settings of a survey. */
import type { Command } from 'commander'
import type { SurveySettings } from '../../contract/dashboard/survey_settings.ts'
import { openNames } from '../operations/named.ts'
import type { Terminal } from '../terminal.ts'

export const settingsCommand = (terminal: Terminal): Command =>
  openNames(
    terminal,
    'surveys',
  )<SurveySettings>({
    name: 'settings',
    description: 'show or change the settings of a survey',
    operation: 'setSurveySettings',
    mayLack: ['review_effort'],
    want: ({ fields }) => (fields.review_effort === undefined ? { operation: 'getSurveySettings' } : {}),
    text: ({ review_effort }) => `Review effort: ${review_effort}`,
    after(_, { fields, options: { json } }) {
      if (fields.review_effort !== undefined && !json)
        terminal.note('The running service analyzes the participants again.\n')
    },
  })

/** `byhand surveys panel`: removed participants with neutral reasons, for the provider of a panel. */
import type { Command } from 'commander'
import { openNames } from '../../src/cli/operations/named.ts'
import { noSurvey } from '../../src/cli/survey/missing.ts'
import type { Terminal } from '../../src/cli/terminal.ts'

export const panelCommand = (terminal: Terminal): Command =>
  openNames(
    terminal,
    'surveys',
  )({
    name: 'panel',
    description: 'list removed participants with neutral reasons, for the panel provider',
    operation: 'GET /v1/surveys/:surveyId/panel',
    defaults: { format: 'html' },
    out: 'optional',
    want: ({ fields, options: { json } }) => ({ fields: { ...fields, ...(json && { format: 'json' }) } }),
    missing: noSurvey,
  })

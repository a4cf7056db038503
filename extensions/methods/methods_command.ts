/** `byhand surveys methods`: a methods paragraph for a paper, and the exclusion table. */
import { type Command, Option } from 'commander'
import { writeNewFile } from '../../src/cli/new_file.ts'
import { openNames } from '../../src/cli/operations/named.ts'
import { noSurvey } from '../../src/cli/survey/missing.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import type { SurveyMethods } from './contract.ts'

export const methodsCommand = (terminal: Terminal): Command =>
  openNames(
    terminal,
    'surveys',
  )<SurveyMethods>({
    name: 'methods',
    description: 'print a methods paragraph for a paper: checks, error rates, removed participants',
    operation: 'getSurveyMethods',
    options: { format: null },
    more: [new Option('--table <file>', 'a new CSV file for the exclusion table')],
    async run({ json, send }, { fields, options: { table } }) {
      const methods = await json<SurveyMethods>('getSurveyMethods', fields)
      if (table !== undefined) {
        const { content } = await send('getSurveyMethods', { ...fields, format: 'csv' })
        await writeNewFile(table, async () => content)
      }
      return methods
    },
    text: ({ text }) => text,
    missing: noSurvey,
  })

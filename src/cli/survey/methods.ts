/** `byhand surveys methods`: a methods paragraph for a paper, and the exclusion table. */
import type { Command } from 'commander'
import { exclusionTable } from '../../server/survey/methods/exclusion_table.ts'
import { openSurveyMethods } from '../../server/survey/methods/survey_methods.ts'
import { writeNewFile } from '../new_file.ts'
import type { Terminal } from '../terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from '../workspace_command.ts'
import { thresholdOption } from './participant_options.ts'

interface MethodsOptions extends CommandOptions {
  readonly table?: string
  readonly lowEffortThreshold?: number
}

export function methodsCommand(terminal: Terminal, noSurvey: (id: string) => string): Command {
  return subcommand(
    'methods',
    'print a methods paragraph for a paper: checks, error rates, removed participants',
  )
    .argument('<survey>', 'the ID of the survey')
    .option('--table <file>', 'a new CSV file for the exclusion table')
    .addOption(thresholdOption())
    .action(async (survey: string, options: MethodsOptions) => {
      const methods = await inWorkspace(
        'surveys methods',
        options,
        ({ store, actor }) => openSurveyMethods(store)(actor.workspace, survey, options.lowEffortThreshold),
        noSurvey(survey),
      )
      if (options.table !== undefined) {
        await writeNewFile(options.table, async () => [exclusionTable(methods)])
      }
      terminal.out(options.json ? JSON.stringify(methods, null, 2) : methods.text)
    })
}

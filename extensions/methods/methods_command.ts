/** `byhand surveys methods`: a methods paragraph for a paper, and the exclusion table. */
import type { Command } from 'commander'
import { writeNewFile } from '../../src/cli/new_file.ts'
import { noSurvey } from '../../src/cli/survey/missing.ts'
import { thresholdOption } from '../../src/cli/survey/participant_options.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from '../../src/cli/workspace_command.ts'
import { exclusionTable } from './exclusion_table.ts'
import { openSurveyMethods } from './survey_methods.ts'

interface MethodsOptions extends CommandOptions {
  readonly table?: string
  readonly lowEffortThreshold?: number
}

export function methodsCommand(terminal: Terminal): Command {
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

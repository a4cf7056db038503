/** `byhand surveys settings`: the settings of a survey. */
import { type Command, Option } from 'commander'
import { MOST_REVIEW_EFFORT } from '../../contract/limits.ts'
import { openSurveySettings } from '../../server/survey/review/survey_settings.ts'
import type { Terminal } from '../terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from '../workspace_command.ts'
import { ratingUpTo } from './participant_options.ts'

export function settingsCommand(terminal: Terminal): Command {
  return subcommand('settings', 'show or change the settings of a survey')
    .argument('<survey>', 'the ID of the survey')
    .addOption(
      new Option(
        '--review-effort <rating>',
        `review participants most of whose answers are rated this low, 0 (off) to ${MOST_REVIEW_EFFORT}`,
      ).argParser(ratingUpTo(MOST_REVIEW_EFFORT)),
    )
    .action(async (survey: string, options: CommandOptions & { reviewEffort?: number }) => {
      const { reviewEffort } = options
      const settings = await inWorkspace('surveys settings', options, (opened) => {
        // A running service takes up the new analysis within seconds.
        const operations = openSurveySettings({ ...opened, wake: () => {} })
        return reviewEffort === undefined
          ? operations.view(opened.actor.workspace, survey)
          : operations.set(opened.actor, survey, { review_effort: reviewEffort })
      })
      if (options.json) return terminal.out(JSON.stringify(settings, null, 2))
      terminal.out(`Review effort: ${settings.review_effort}`)
      if (reviewEffort !== undefined) terminal.note('The running service analyzes the participants again.\n')
    })
}

/** `byhand surveys`: lists surveys, participants and results, and analyzes files in the background. */
import { Argument, Command } from 'commander'
import type { ParticipantItem, SurveyItem } from '../contract/dashboard/surveys.ts'
import { openNames } from './operations/named.ts'
import { analyzeAgainCommand } from './survey/analyze_again.ts'
import { jobsCommand } from './survey/jobs.ts'
import { noParticipant, noSurvey } from './survey/missing.ts'
import { codebookOption, flaggedOption } from './survey/participant_options.ts'
import { referencesCommand } from './survey/references.ts'
import { settingsCommand } from './survey/settings.ts'
import { verdictCommand } from './survey/verdict.ts'
import { asDate, type Columns, CommandError, EXIT, type Terminal } from './terminal.ts'

/** `added`: subcommands of extensions. */
export function surveysCommand(terminal: Terminal, added: readonly Command[]): Command {
  const named = openNames(terminal, 'surveys')
  const list = named({ name: 'list', operation: 'listSurveys', columns: SURVEY_COLUMNS })

  const participants = named({
    name: 'participants',
    description: 'list participants of a survey, newest first',
    operation: 'listParticipants',
    options: { flagged: flaggedOption() },
    defaults: { limit: 200 },
    columns: PARTICIPANT_COLUMNS,
    missing: noSurvey,
  })

  const results = named({
    name: 'results',
    description: "print one participant's result, or write all results to a file",
    operation: 'exportSurveyResults',
    options: { codebook: codebookOption() },
    more: [new Argument('[participant]', 'the ID of the participant')],
    defaults: { format: 'csv' },
    out: 'optional',
    want({ fields, options: { participant: participantId, out } }) {
      if ((participantId === undefined) === (out === undefined))
        throw new CommandError('Specify a participant, or a file with --out.', EXIT.usage)
      return participantId === undefined
        ? {}
        : { operation: 'getParticipantResult', fields: { ...fields, participantId } }
    },
    missing: (given) =>
      given.options.participant === undefined
        ? noSurvey(given)
        : noParticipant(given.fields.surveyId, given.options.participant),
  })

  const command = new Command('surveys').description(
    'list analyzed surveys, and analyze files in the background',
  )
  for (const one of [
    list,
    participants,
    results,
    ...added,
    verdictCommand(terminal),
    referencesCommand(terminal),
    settingsCommand(terminal),
    analyzeAgainCommand(terminal),
    jobsCommand(terminal),
  ])
    command.addCommand(one)
  return command
}

const SURVEY_COLUMNS: Columns<SurveyItem> = {
  survey: ({ survey_id }) => survey_id,
  participants: ({ participants }) => participants,
  'failed a check': ({ flagged }) => flagged,
  'last response': ({ last_at }) => asDate(last_at),
}

const PARTICIPANT_COLUMNS: Columns<ParticipantItem> = {
  participant: ({ participant_id }) => participant_id,
  analyzed: ({ analyzed_at }) => asDate(analyzed_at),
  'failed a check': ({ flagged }) => (flagged ? 'yes' : 'no'),
  verdict: ({ verdict }) => verdict,
  severity: ({ severity }) => severity,
  effective: ({ effective_verdict }) => effective_verdict,
  'failed checks': ({ checks }) => checks.join(', '),
}

/** `byhand surveys analyze-again`: analyzes stored responses again, in this process. */
import { Argument, type Command } from 'commander'
import { openNames } from '../operations/named.ts'
import { CommandError, type Terminal } from '../terminal.ts'
import { noParticipant, noSurvey } from './missing.ts'

interface Counts {
  readonly done: number
  readonly changed: number
  readonly failed: number
}

export const analyzeAgainCommand = (terminal: Terminal): Command =>
  openNames(
    terminal,
    'surveys',
  )<Counts>({
    name: 'analyze-again',
    description: 'analyze stored responses again and compare them with all answers received since',
    operation: 'POST /v1/surveys/:surveyId/analyze-here',
    arguments: { participant_id: new Argument('[participant]', 'the ID of one participant') },
    text: ({ done, changed, failed }) =>
      `${done} analyzed again, ${changed} changed${failed > 0 ? `, ${failed} failed` : ''}.`,
    after({ failed }) {
      if (failed > 0)
        throw new CommandError('Not all participants could be analyzed. See the messages above.')
    },
    missing: (given) =>
      given.fields.participant_id === undefined
        ? noSurvey(given)
        : noParticipant(given.fields.surveyId, given.fields.participant_id),
  })

/** `byhand surveys verdict`: overrides the verdict on a participant. */
import { Argument, type Command } from 'commander'
import type { VerdictChanged } from '../../contract/dashboard/verdicts.ts'
import { VERDICTS } from '../../contract/verdicts.ts'
import { openNames } from '../operations/named.ts'
import type { Terminal } from '../terminal.ts'
import { noParticipant } from './missing.ts'

export const verdictCommand = (terminal: Terminal): Command =>
  openNames(
    terminal,
    'surveys',
  )<VerdictChanged>({
    name: 'verdict',
    description: 'override the verdict on a participant',
    operation: 'setParticipantVerdict',
    arguments: {
      verdict: new Argument('<verdict>', 'none restores the computed verdict').choices([...VERDICTS, 'none']),
    },
    want: ({ fields: { verdict } }) => (verdict === 'none' ? { operation: 'clearParticipantVerdict' } : {}),
    text: ({ previous }, { fields: { verdict } }) =>
      `${verdict === 'none' ? 'The computed verdict applies again.' : `The verdict is ${verdict}.`}${previous === null ? '' : ` The previous verdict was ${previous.verdict}.`}`,
    missing: ({ fields: { surveyId, participantId } }) => noParticipant(surveyId, participantId),
  })

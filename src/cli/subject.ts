/** The options that name a person: a user, a session or a survey participant. */
import { Option } from 'commander'
import type { ErasureRequest } from '../contract/dashboard/privacy.ts'
import { defined } from '../contract/defined.ts'
import { CommandError, EXIT } from './terminal.ts'

export interface SubjectOptions {
  readonly user?: string
  readonly session?: string
  readonly participant?: string
  readonly survey?: string
}

export const subjectOptions = (): Option[] => [
  new Option('--user <id>', 'all sessions of this user').conflicts(['session', 'participant']),
  new Option('--session <id>', 'one session').conflicts('participant'),
  new Option('--participant <id>', 'the answers of this participant, in every survey'),
  new Option('--survey <id>', 'with --participant: in this survey only'),
]

export function subjectOf({ user, session, participant, survey }: SubjectOptions): ErasureRequest {
  if (survey !== undefined && participant === undefined) {
    throw new CommandError('--survey requires --participant.', EXIT.usage)
  }
  if (user !== undefined) return { user_id: user }
  if (session !== undefined) return { session_id: session }
  if (participant !== undefined) {
    return { participant_id: participant, ...defined({ survey_id: survey }) }
  }
  throw new CommandError('Choose the subject with --user, --session or --participant.', EXIT.usage)
}

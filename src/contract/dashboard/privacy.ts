/** POST /erasures and /exports (owners only). */
import { type Static, Type } from 'typebox'
import { Closed, TimeOf } from './page.ts'

const Id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 256, description, examples: [example] })

/** Exactly one kind of subject. */
export const ErasureRequest = Type.Union(
  [
    Closed(
      { user_id: Id('The user ID given to the browser script.', 'customer-1042') },
      'UserSubject',
      'All data of one user.',
    ),
    Closed(
      { session_id: Id('ID of the session.', 'q7Zr0nXkT2mVb4Lw9sYcHg') },
      'SessionSubject',
      'All data of one session.',
    ),
    Closed(
      {
        participant_id: Id('ID of the participant.', 'p-0042'),
        survey_id: Type.Optional(Id('Only in this survey; by default in all surveys.', 'spring-2025')),
      },
      'ParticipantSubject',
      'All data of one survey participant.',
    ),
  ],
  { title: 'PersonSubject', description: 'One user, one session or one survey participant.' },
)
export type ErasureRequest = Static<typeof ErasureRequest>

/** Same subjects as an erasure. The response is a file. */
export const ExportRequest = ErasureRequest
export type ExportRequest = ErasureRequest

export const Erasure = Closed(
  {
    at: TimeOf('Time of the erasure'),
    sessions: Type.Integer({ description: 'Erased sessions.' }),
    analyses: Type.Integer({ description: 'Erased survey responses.' }),
    labels: Type.Integer({ description: 'Erased labels.' }),
    deliveries: Type.Integer({ description: 'Erased webhook deliveries.' }),
    upload_rows: Type.Integer({ description: 'Erased rows of analyzed files.' }),
    waits_for: Type.Array(Type.String(), {
      description:
        'Running survey jobs whose files contain the participant. If there are any, nothing is erased yet: the erasure runs when they have ended.',
    }),
  },
  'Erasure',
  'Number of erased items of each kind.',
)
export type Erasure = Static<typeof Erasure>

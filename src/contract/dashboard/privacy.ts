/** POST /erasures and /exports (owners only); GET, POST and DELETE /demo-data (only owners change it). */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Time } from './page.ts'

const Id = Type.String({ minLength: 1, maxLength: 256 })

/** Exactly one kind of subject. */
export const ErasureRequest = Type.Union(
  [
    Closed({ user_id: Id }),
    Closed({ session_id: Id }),
    Closed({ participant_id: Id, survey_id: Type.Optional(Id) }),
  ],
  { title: 'PersonSubject' },
)
export type ErasureRequest = Static<typeof ErasureRequest>

/** Same subjects as an erasure. The response is a file. */
export const ExportRequest = ErasureRequest
export type ExportRequest = ErasureRequest

export const Erasure = Closed(
  {
    at: Time,
    sessions: Type.Integer(),
    analyses: Type.Integer(),
    labels: Type.Integer(),
    deliveries: Type.Integer(),
    upload_rows: Type.Integer({ description: 'Rows of analyzed files.' }),
  },
  'Erasure',
)
export type Erasure = Static<typeof Erasure>

export const DemoData = Closed({
  sessions: Type.Integer(),
  survey_id: OrNull(Type.String()),
  participants: Type.Integer(),
  empty: Type.Boolean({
    description: 'Whether demo data may be added: the workspace has only the welcome session.',
  }),
})
export type DemoData = Static<typeof DemoData>

/** POST /erasures and /exports (owners only). */
import { type Static, Type } from 'typebox'
import { Closed, Time } from './page.ts'

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

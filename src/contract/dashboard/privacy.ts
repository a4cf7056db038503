/** POST /erasures and /exports (owners); GET, POST and DELETE /demo-data (owners change it). */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Time } from './page.ts'

const Id = Type.String({ minLength: 1, maxLength: 256 })

/** One of the three, nothing else. */
export const ErasureRequest = Type.Union([
  Closed({ user_id: Id }),
  Closed({ session_id: Id }),
  Closed({ participant_id: Id, survey_id: Type.Optional(Id) }),
])
export type ErasureRequest = Static<typeof ErasureRequest>

/** The subject of an export: the same three. The response is a file. */
export const ExportRequest = ErasureRequest
export type ExportRequest = ErasureRequest

export const Erasure = Closed({
  at: Time,
  sessions: Type.Integer(),
  analyses: Type.Integer(),
  labels: Type.Integer(),
  deliveries: Type.Integer(),
  /** Rows of uploaded files. */
  upload_rows: Type.Integer(),
})
export type Erasure = Static<typeof Erasure>

export const DemoData = Closed({
  /** Currently in this workspace. */
  sessions: Type.Integer(),
  survey_id: OrNull(Type.String()),
  participants: Type.Integer(),
  /** Whether it may be added: the workspace contains only the welcome session. */
  empty: Type.Boolean(),
})
export type DemoData = Static<typeof DemoData>

/** POST /exports/person: everything that the service stores about one person. */
import { Type } from 'typebox'
import { Field } from '../field.ts'
import { OrNull, TimeOf } from './page.ts'
import { ErasureRequest } from './privacy.ts'

/** Its content differs from release to release, as what is stored does. */
const Stored = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })
const StoredOrNull = (description: string) =>
  OrNull(Type.Record(Type.String(), Type.Unknown()), `${description}, or null.`)
const StoredList = (description: string) =>
  Type.Array(Type.Record(Type.String(), Type.Unknown()), { description })

const ABOUT = {
  deliveries: StoredList('Webhook deliveries about it.'),
  audit: StoredList('Entries of the audit log about it.'),
}

/** Fields may be added. */
const Item = <Properties extends Parameters<typeof Type.Object>[0]>(
  properties: Properties,
  title: string,
  description: string,
) => Type.Object(properties, { title, description })

const PersonSession = Item(
  {
    session_id: Type.String({ description: 'ID of the session.' }),
    user_id: OrNull(Type.String(), 'The user ID given to the browser script, or null.'),
    tags: Type.Array(Type.String(), { description: 'Tags given to the browser script.' }),
    ip: OrNull(Type.String(), 'The IP address, truncated after the configured time; or null.'),
    started_at: TimeOf('Time of the first event'),
    last_at: TimeOf('Time of the last event'),
    tampered: Type.Integer({ description: 'Batches that conflicted with a stored one.' }),
    overflow: Type.Integer({ description: 'Batches beyond the size limit.' }),
    label: StoredOrNull("The reviewer's label"),
    step_up: StoredOrNull('The step-up verification'),
    facts: StoredOrNull('The properties by which lists find the session'),
    report: StoredOrNull('The report and the event log'),
    batches: StoredList('The recorded batches.'),
    ...ABOUT,
  },
  'PersonSession',
  'A session of the person.',
)

const PersonAnalysis = Item(
  {
    survey_id: Type.String({ description: 'ID of the survey.' }),
    participant_id: Type.String({ description: 'ID of the participant.' }),
    analysis_id: Type.String({ description: 'ID of the analysis.' }),
    version: Type.Enum(['v021', 'v012'], { description: 'API version of the request.' }),
    analyzed_at: TimeOf('Time of the analysis'),
    device_id: OrNull(Type.String(), 'The device, or null.'),
    fingerprint_id: OrNull(Type.String(), 'The device ID in the request, or null.'),
    session_id: OrNull(Type.String(), 'The session in the request, or null.'),
    questions: StoredList('Questions, answers and typing histories.'),
    observed: StoredList('Typing that the browser script observed.'),
    result: Stored('The result.'),
    verdict: Stored('The verdict.'),
    overridden_by: StoredOrNull("The reviewer's verdict"),
    evidence: StoredList('The results of all checks for each question.'),
    later_analyses: StoredList('Later analyses of the same request.'),
    duplicate_index: StoredList('Hashes by which similar answers are found.'),
    ...ABOUT,
  },
  'PersonAnalysis',
  'A survey response of the person.',
)

const PersonFileRow = Item(
  {
    upload_id: Type.String({ description: 'ID of the job.' }),
    file: Type.String({ description: 'Name of the file.' }),
    created_at: TimeOf('Time of the upload'),
    cells: Type.Record(Type.String(), Type.String(), { description: 'The cells of the row, by column.' }),
  },
  'PersonFileRow',
  'A row of an analyzed file.',
)

export const PersonExport = Item(
  {
    format: Type.Integer({ description: 'Version of this format.' }),
    exported_at: Type.String({ description: 'Time of the export, as ISO 8601.' }),
    workspace: Type.String({ description: 'ID of the workspace.' }),
    subject: Field(ErasureRequest, 'The person, as in the request.'),
    sessions: Type.Array(PersonSession, { description: 'Sessions of the person.' }),
    analyses: Type.Array(PersonAnalysis, { description: 'Survey responses of the person.' }),
    upload_rows: Type.Array(PersonFileRow, { description: 'Rows of analyzed files.' }),
  },
  'PersonExport',
  'Everything that the service stores about one person.',
)

/** Erasure and export of personal data. POST, so that the id of the person is not in a URL, which proxies log. */
import { Readable } from 'node:stream'
import { PersonExport } from '../../contract/dashboard/person_export.ts'
import { Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import { jsonResponse } from '../http/openapi/responses.ts'
import { type Operation, operation } from '../http/operation.ts'
import type { PeopleOperations } from './people.ts'

const tag = 'Manage personal data'
const SUBJECT = { user_id: 'customer-1042' }
const OWNERS = { scope: 'admin', role: 'owner' } as const

const AT = 1_742_913_050_000
const ABOUT = { deliveries: [], audit: [] }
const EXPORT = {
  format: 1,
  exported_at: '2025-03-25T14:30:50.000Z',
  workspace: 'ws_1',
  subject: SUBJECT,
  sessions: [
    {
      session_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
      user_id: 'customer-1042',
      tags: ['checkout'],
      ip: '192.0.2.0/24',
      started_at: AT,
      last_at: AT + 53_000,
      tampered: 0,
      overflow: 0,
      label: null,
      step_up: null,
      facts: null,
      report: null,
      batches: [],
      ...ABOUT,
    },
  ],
  analyses: [
    {
      survey_id: 'spring-2025',
      participant_id: 'p-0042',
      analysis_id: 'hT3kQ9ab2mVb4Lw9sYcHgZ',
      version: 'v021',
      analyzed_at: AT,
      device_id: 'Zt3mC0Yw8kQ1sVbN4Xw0sT9bQmZ',
      fingerprint_id: 'fp_Zt3mC0Yw8kQ1sVbN',
      session_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
      questions: [],
      observed: [],
      result: {},
      verdict: {},
      overridden_by: null,
      evidence: [],
      later_analyses: [],
      duplicate_index: [],
      ...ABOUT,
    },
  ],
  upload_rows: [
    {
      upload_id: 'upl_4Xw0sT9bQmZc2sYc',
      file: 'spring.csv',
      created_at: AT,
      cells: { participant_id: 'p-0042' },
    },
  ],
}

export const privacyOperations = (people: PeopleOperations): readonly Operation[] => [
  operation({
    route: 'POST /v1/erasures',
    audit: ['erased', 'erasure_queued'],
    allow: OWNERS,
    operationId: 'erasePerson',
    tag,
    summary: "Erase a person's data",
    description:
      'Deletes all data of one user, one session, or one survey participant (in one survey or all). This cannot be undone. A repeated request erases nothing and succeeds. While files with the participant are being analyzed, the erasure is queued, and `waits_for` names their jobs.',
    body: ErasureRequest,
    bodyExample: SUBJECT,
    response: jsonResponse('The number of erased items.', Erasure, {
      at: 1_742_913_050_000,
      sessions: 3,
      analyses: 0,
      labels: 1,
      deliveries: 6,
      upload_rows: 0,
      waits_for: [],
    }),
    handle: ({ actor, body }) => people.erase(actor, body),
  }),
  operation({
    route: 'POST /v1/exports/person',
    audit: 'person_exported',
    allow: OWNERS,
    operationId: 'exportPerson',
    tag,
    summary: "Export a person's data",
    description:
      'One JSON document with everything that an erasure of the same subject would delete. If there is no data, its lists are empty.',
    body: ErasureRequest,
    bodyExample: SUBJECT,
    response: jsonResponse('The document, streamed.', PersonExport, EXPORT),
    handle: async ({ actor, body, reply }) =>
      reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="byhand-person.json"')
        .send(Readable.from(await people.export(actor, body))),
  }),
]

/** The ingest route in the OpenAPI document. */
import { Type } from 'typebox'
import { Batch, BatchAnswer } from '../../contract/batch/batch.ts'
import type { RouteDocument } from '../http/openapi/operation_object.ts'
import { jsonResponse } from '../http/openapi/responses.ts'

const EXAMPLE: Batch = {
  v: 1,
  site_key: 'bh_pk_2Wd8uPqkS0rXnM5cTzYb7LhJ4vE1A0dK3mQ',
  session_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
  tab_secret: 'n3KxV8tYc1QmR5wZb0LsPg',
  tab: 'a81Kd0pQ',
  page: 0,
  seq: 0,
  sent_at: 1_742_913_055_000,
  time_origin: 1_742_913_050_000,
  start: 0,
  at: [0, 0],
  zone: 'Europe/Berlin',
  names: [['path', '/checkout']],
  rows: [[16, 2100, 1, 0]],
}

export const SEND_BATCH: RouteDocument = {
  operationId: 'sendBatch',
  tag: 'Collection',
  summary: 'Send one batch of recorded events',
  description:
    'For the browser script. 200 means that the batch is on disk. Sending the same batch again returns `repeated`; a different batch with the same `tab` and `seq` is rejected and marks the session as tampered with. The body may be gzipped.',
  body: {
    content: {
      'text/plain': { schema: Type.String({ description: 'The batch as JSON; avoids a CORS preflight.' }) },
      'application/json': { schema: Batch, examples: { first: { value: EXAMPLE } } },
    },
  },
  response: jsonResponse('Stored.', BatchAnswer, {
    session_id: EXAMPLE.session_id,
    token: '1.stifcq.stjctq.9fXJ2mYtq0sLw6bR4nVkZc8dHpTe1uGaOi7xQyBvEMo',
    status: 'stored',
  }),
  errors: [
    'invalid_request',
    'invalid_json',
    'invalid_utf8',
    'invalid_gzip',
    'body_too_deep',
    'invalid_site_key',
    'invalid_token',
    'origin_rejected',
    'device_data_required',
    'session_rejected',
    'request_timeout',
    'batch_conflict',
    'body_too_large',
    'session_full',
    'unsupported_media_type',
  ],
}

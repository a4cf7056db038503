/** Files of survey responses that are analyzed in the background. */
import type { FastifyRequest } from 'fastify'
import { Closed } from '../../../contract/dashboard/page.ts'
import { FileView, UploadItem, UploadList, UploadSummary } from '../../../contract/dashboard/surveys.ts'
import { UploadQuery } from '../../../contract/dashboard/upload_query.ts'
import { Codebook, DownloadQuery } from '../../../contract/dashboard/verdicts.ts'
import { readWire } from '../../http/body.ts'
import { ApiError } from '../../http/errors.ts'
import { jsonResponse } from '../../http/openapi/responses.ts'
import { fileResponse, type Operation, operation } from '../../http/operation.ts'
import { openRequestAdmission } from '../../http/request_admission.ts'
import type { SendExport } from '../../http/send_export.ts'
import { type SurveyFile, surveyFile } from './survey_file.ts'
import { JOB_FILE_BYTES, type SurveyJobs } from './survey_jobs.ts'

const JOB: UploadItem = {
  id: 'upl_4Xw0sT9bQmZc2sYc',
  name: 'spring.csv',
  created_at: 1_742_913_050_000,
  state: 'done',
  ahead: 0,
  total: 412,
  done: 412,
  flagged: 37,
  rejected: 0,
  problem: null,
  download: '/v1/survey-jobs/upl_4Xw0sT9bQmZc2sYc/result',
}

const FILE: FileView = {
  format: 'csv',
  encoding: 'utf-8',
  platform: null,
  sheet: null,
  sheets: [],
  header_rows: 1,
  rows: 412,
  columns: [
    { name: 'participant_id', use: 'participant', reason: 'participant ID', text: 'participant_id' },
    {
      name: 'What do you like?',
      use: 'question',
      reason: 'open-ended: 380 of 405 answers have four words or more',
      text: 'What do you like?',
    },
  ],
  questions: null,
  repeated: { count: 1, examples: [{ participant_id: 'p-0042', rows: 2 }] },
}
const SUMMARY: UploadSummary = {
  rows: 412,
  participants: 405,
  flagged: 37,
  verdicts: { keep: 372, review: 29, remove: 4 },
  rejected: 0,
  skipped: 7,
  surveys: ['spring'],
  checks: [{ check: 'Cross-duplicate response', count: 21 }],
}
/** Content types of files. The name and the first bytes decide the format, and NDJSON without a name its type. */
const CONTENT = {
  'text/csv': 'participant_id,condition,What do you like?\r\np-0042,treatment,The bakery on the corner.\r\n',
  'text/tab-separated-values':
    'participant_id\tcondition\tWhat do you like?\r\np-0042\ttreatment\tThe bakery on the corner.\r\n',
  'application/x-ndjson':
    '{"participant_id":"p-0042","condition":"treatment","What do you like?":"The bakery on the corner."}\n',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': null,
  'application/octet-stream': null,
}

const tag = 'Manage surveys'
const params = { id: { description: 'Job ID', example: JOB.id } }
const errors = ['not_found'] as const
const READ = { scope: 'admin', role: 'viewer' } as const
const CHANGE = { scope: 'admin', role: 'analyst' } as const

export function surveyJobOperations(jobs: SurveyJobs, send: SendExport): readonly Operation[] {
  const admission = openRequestAdmission()

  async function withFile<Result>(
    request: FastifyRequest,
    query: UploadQuery,
    use: (file: SurveyFile) => Promise<Result>,
  ): Promise<Result> {
    if (request.headers['content-encoding'] !== undefined) throw new ApiError('unsupported_media_type')
    if (request.headers['content-type']?.startsWith('multipart/')) {
      throw new ApiError('unsupported_media_type', {
        detail: 'Send the file itself as the body, not a form: `curl --data-binary @answers.csv`.',
      })
    }
    const lease = await admission.enter()
    try {
      const body = await readWire(request.raw, JOB_FILE_BYTES, lease)
      await lease.begin()
      const isLines = request.headers['content-type']?.startsWith('application/x-ndjson')
      return await use(surveyFile({ ...(isLines && { name: 'upload.ndjson' }), ...query }, body))
    } finally {
      lease.release()
    }
  }

  return [
    operation({
      route: 'POST /v1/survey-jobs',
      audit: 'survey_uploaded',
      allow: { ...CHANGE, notInDemo: true },
      operationId: 'createSurveyJob',
      tag,
      summary: 'Analyze a file of survey responses',
      description:
        'The body is the file: CSV, TSV, XLSX or NDJSON, at most 32 MiB. Options that the query omits are detected. The analysis runs in the background.',
      query: UploadQuery,
      file: CONTENT,
      status: 202,
      response: jsonResponse('The job.', UploadItem, { ...JOB, state: 'running', done: 0, download: null }),
      handle: ({ actor, query, request }) => withFile(request, query, (file) => jobs.create(actor, file)),
    }),
    operation({
      route: 'POST /v1/survey-jobs/inspect',
      audit: { none: 'reads only' },
      allow: CHANGE,
      operationId: 'inspectSurveyFile',
      tag,
      summary: 'See how a file would be read',
      description:
        'How each column would be used, and why. Takes the query and body of a new job, and stores nothing. `GET` of this URL asks for a job with the ID `inspect`.',
      query: UploadQuery,
      file: CONTENT,
      response: jsonResponse('The file.', FileView, FILE),
      errors,
      handle: ({ actor, query, request }) =>
        withFile(request, query, (file) => jobs.inspect(actor.workspace, file)),
    }),
    operation({
      route: 'GET /v1/survey-jobs',
      allow: READ,
      operationId: 'listSurveyJobs',
      tag,
      summary: 'List survey jobs',
      description: 'The newest 50 jobs. Jobs are deleted after seven days.',
      response: jsonResponse('The jobs.', UploadList, { items: [JOB], next: null }),
      handle: async ({ actor }) => ({ items: await jobs.list(actor.workspace), next: null }),
    }),
    operation({
      route: 'GET /v1/survey-jobs/:id',
      allow: READ,
      operationId: 'getSurveyJob',
      tag,
      summary: 'Progress of a survey job',
      description: 'State and counts. `download` is the path of the result once the state is `done`.',
      params,
      response: jsonResponse('The job.', UploadItem, JOB),
      errors,
      handle: ({ actor, params }) => jobs.find(actor.workspace, params.id),
    }),
    operation({
      route: 'POST /v1/survey-jobs/:id/cancel',
      audit: 'survey_upload_canceled',
      allow: CHANGE,
      operationId: 'cancelSurveyJob',
      tag,
      summary: 'Cancel a survey job',
      description:
        'Analyzed rows stay in the survey, the others are removed from it; until then, the state is `canceling`. There is no result. A job that has ended is returned as it is.',
      params,
      response: jsonResponse('The job.', UploadItem, {
        ...JOB,
        state: 'canceling',
        done: 120,
        download: null,
      }),
      errors,
      handle: ({ actor, params }) => jobs.cancel(actor, params.id),
    }),
    operation({
      route: 'GET /v1/survey-jobs/:id/result',
      audit: 'exported',
      allow: READ,
      operationId: 'getSurveyJobResult',
      tag,
      summary: 'Result of a survey job',
      description:
        'All columns and cells of the file, with columns for the results, as CSV in UTF-8: the latest analysis of each row, and the effective verdict. If another request replaced the analysis, the row keeps its result; the verdict of a reviewer still applies. 404 until the job is done.',
      params,
      query: Closed({ ...DownloadQuery.properties, codebook: Codebook }),
      response: fileResponse(
        'participant_id,condition,What do you like?,byhand_verdict,byhand_q1_checks\r\np-0042,treatment,The bakery on the corner.,keep,\r\n',
      ),
      errors,
      handle(call) {
        const { actor, params } = call
        const { codebook, ...filter } = call.query
        return send(call, 'csv', () =>
          codebook === 'true' ? jobs.codebook(actor, params.id) : jobs.result(actor, params.id, filter),
        )
      },
    }),
    operation({
      route: 'GET /v1/survey-jobs/:id/summary',
      allow: READ,
      operationId: 'getSurveyJobSummary',
      tag,
      summary: 'Counts of a survey job',
      description: 'Rows by result and by failed check. 404 until the job is done.',
      params,
      response: jsonResponse('The counts.', UploadSummary, SUMMARY),
      errors,
      handle: ({ actor, params }) => jobs.summary(actor.workspace, params.id),
    }),
  ]
}

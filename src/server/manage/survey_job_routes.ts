/** /v1/survey-jobs: files of survey responses that are analyzed in the background. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FileView, UploadItem, UploadList, UploadSummary } from '../../contract/dashboard/surveys.ts'
import { UploadQuery } from '../../contract/dashboard/upload_query.ts'
import { DownloadQuery } from '../../contract/dashboard/verdicts.ts'
import { readWire } from '../http/body.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { openRequestAdmission } from '../http/request_admission.ts'
import { fileResponse, operationForKeys as operation } from './operation.ts'
import type { ManageContext } from './routes.ts'
import { type SurveyFile, surveyFile } from './survey_file.ts'
import { JOB_FILE_BYTES, uploadItem, uploadList } from './survey_jobs.ts'

const downloadOf = (id: string) => `/v1/survey-jobs/${id}/result`

const JOB: UploadItem = {
  id: 'upl_4Xw0sT9bQmZc2sYc',
  name: 'spring.csv',
  created_at: 1_742_913_050_000,
  state: 'done',
  total: 412,
  done: 412,
  flagged: 37,
  refused: 0,
  problem: null,
  download: downloadOf('upl_4Xw0sT9bQmZc2sYc'),
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
  analyzed: 405,
  flagged: 37,
  refused: 0,
  skipped: 7,
  surveys: ['spring'],
  checks: [{ check: 'Cross-duplicate response', count: 21 }],
}
/** Content types of files. The name and the first bytes decide the format, and NDJSON without a name its type. */
const CONTENT = {
  'text/csv': 'participant_id,What do you like?\r\np-0042,The bakery on the corner.\r\n',
  'text/tab-separated-values': 'participant_id\tWhat do you like?\r\np-0042\tThe bakery on the corner.\r\n',
  'application/x-ndjson': '{"participant_id":"p-0042","What do you like?":"The bakery on the corner."}\n',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': null,
  'application/octet-stream': null,
}

const tag = 'Manage surveys'
const params = { id: { description: 'Job ID', example: JOB.id } }
const errors = ['not_found'] as const

const CREATE = operation({
  operationId: 'createSurveyJob',
  tag,
  summary: 'Analyze a file of survey responses',
  description:
    'The body is the file: CSV, TSV, XLSX or NDJSON, at most 32 MiB. Options that the query omits are detected, as in `byhand survey check`. The service responds immediately; the analysis runs in the background. If the file cannot be read, the job fails, and `problem` has the reason.',
  query: UploadQuery,
  file: CONTENT,
  status: 202,
  response: jsonResponse('The job.', UploadItem, { ...JOB, state: 'running', done: 0, download: null }),
})
const INSPECT = operation({
  operationId: 'inspectSurveyFile',
  tag,
  summary: 'See how a file would be read',
  description:
    'Takes the same query and body as a request that creates a job. Returns how each column would be used, and why. Stores and analyzes nothing. If the encoding cannot be determined, the response is 400 and names `encoding`.',
  query: UploadQuery,
  file: CONTENT,
  response: jsonResponse('The file.', FileView, FILE),
})
const LIST = operation({
  operationId: 'listSurveyJobs',
  tag,
  summary: 'List survey jobs',
  description: 'The newest 50 jobs. Jobs are deleted after seven days.',
  response: jsonResponse('The jobs.', UploadList, { items: [JOB], next: null }),
})
const GET = operation({
  operationId: 'getSurveyJob',
  tag,
  summary: 'Progress of a survey job',
  description: 'State and counts. `download` is the path of the result once the state is `done`.',
  params,
  response: jsonResponse('The job.', UploadItem, JOB),
  errors,
})
const RESULT = operation({
  operationId: 'getSurveyJobResult',
  tag,
  summary: 'Result of a survey job',
  description:
    'All columns and cells of the file, with columns for the results, as CSV in UTF-8: the latest analysis of each participant, and the effective verdict. 404 until the job is done.',
  params,
  query: DownloadQuery,
  response: fileResponse('The file.', {
    'text/csv': 'participant_id,What do you like?,flagged\r\np-0042,The bakery on the corner.,false\r\n',
  }),
  errors,
})
const SUMMARIZE = operation({
  operationId: 'getSurveyJobSummary',
  tag,
  summary: 'Counts of a survey job',
  description: 'Rows by result and by failed check. 404 until the job is done.',
  params,
  response: jsonResponse('The counts.', UploadSummary, SUMMARY),
  errors,
})

interface ById {
  Params: { id: string }
}

export function manageSurveyJobRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const jobs = services.operations.surveyJobs
  const admission = openRequestAdmission()

  // A separate scope without parsers: these routes read the file themselves, within the limit on request bodies in memory.
  scope.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _payload, done) => done(null))
    files.post('/v1/survey-jobs', CREATE, async (request, reply): Promise<UploadItem> => {
      const job = await withFile(request, CREATE.query(request), (file) =>
        jobs.create(actorOf(request), file),
      )
      reply.code(202)
      return uploadItem(job, downloadOf)
    })
    files.post('/v1/survey-jobs/inspect', INSPECT, async (request): Promise<FileView> => {
      const view = await withFile(request, INSPECT.query(request), (file) =>
        jobs.inspect(request.caller.workspace, file),
      )
      if (!('encodings' in view)) return view
      throw invalid('encoding', `cannot be determined; choose it, for example ${view.encodings.join(', ')}`)
    })
  })

  async function withFile<Result>(
    request: FastifyRequest,
    query: UploadQuery,
    use: (file: SurveyFile) => Promise<Result>,
  ): Promise<Result> {
    if (request.headers['content-encoding'] !== undefined) throw new ApiError('unsupported_media_type')
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

  scope.get('/v1/survey-jobs', LIST, async ({ caller }) =>
    uploadList(await jobs.list(caller.workspace), downloadOf),
  )
  scope.get<ById>('/v1/survey-jobs/:id', GET, async ({ caller, params }) =>
    uploadItem(await jobs.find(caller.workspace, params.id), downloadOf),
  )
  scope.get<ById>('/v1/survey-jobs/:id/result', RESULT, async (request, reply) => {
    const filter = RESULT.query(request)
    const { fileName, file } = await jobs.result(actorOf(request), request.params.id, filter)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(file)
  })
  scope.get<ById>('/v1/survey-jobs/:id/summary', SUMMARIZE, ({ caller, params }) =>
    jobs.summary(caller.workspace, params.id),
  )
}

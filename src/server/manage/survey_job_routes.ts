/** /v1/survey-jobs: files of survey responses that are analyzed in the background. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { UploadItem, UploadList, UploadQuery } from '../../contract/dashboard/surveys.ts'
import { readWire } from '../http/body.ts'
import { ApiError } from '../http/errors.ts'
import { jsonResponse } from '../http/openapi_responses.ts'
import { openRequestAdmission } from '../http/request_admission.ts'
import { fileResponse, operation } from './operation.ts'
import type { ManageContext } from './routes.ts'
import { surveyFile } from './survey_file.ts'
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

const tag = 'Manage surveys'
const params = { id: 'Job id' }
const errors = ['not_found'] as const

const CREATE = operation({
  operationId: 'createSurveyJob',
  tag,
  summary: 'Analyze a file of survey responses',
  description:
    'The body is the file, at most 32 MiB. Columns that are not named are detected as in `byhand survey check`. The response comes at once; the analysis runs in the background.',
  query: UploadQuery,
  body: {
    schema: Type.String(),
    type: 'text/csv',
    example: 'participant_id,What do you like?\r\np-0042,The bakery on the corner.\r\n',
  },
  status: 202,
  response: jsonResponse('The job.', UploadItem, { ...JOB, state: 'running', done: 0, download: null }),
  errors: ['request_timeout', 'request_aborted'],
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
  description: 'The same file with columns for the results. 404 until the job is done.',
  params,
  response: fileResponse('The file.', {
    'text/csv': 'participant_id,What do you like?,flagged\r\np-0042,The bakery on the corner.,false\r\n',
  }),
  errors,
})

interface ById {
  Params: { id: string }
}

export function manageSurveyJobRoutes(scope: FastifyInstance, { services, actorOf }: ManageContext): void {
  const jobs = services.operations.surveyJobs
  const admission = openRequestAdmission()

  // A separate scope without parsers: the route reads the file itself, within the limit on request bodies in memory.
  scope.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _payload, done) => done(null))
    files.post('/v1/survey-jobs', CREATE, async (request, reply): Promise<UploadItem> => {
      const query = CREATE.query(request)
      if (request.headers['content-encoding'] !== undefined) throw new ApiError('unsupported_media_type')
      const lease = await admission.enter()
      try {
        const file = await readWire(request.raw, JOB_FILE_BYTES, lease)
        await lease.begin()
        const job = await jobs.create(actorOf(request), surveyFile(query, file))
        reply.code(202)
        return uploadItem(job, downloadOf)
      } finally {
        lease.release()
      }
    })
  })

  scope.get('/v1/survey-jobs', LIST, async ({ caller }) =>
    uploadList(await jobs.list(caller.workspace), downloadOf),
  )
  scope.get<ById>('/v1/survey-jobs/:id', GET, async ({ caller, params }) =>
    uploadItem(await jobs.find(caller.workspace, params.id), downloadOf),
  )
  scope.get<ById>('/v1/survey-jobs/:id/result', RESULT, async (request, reply) => {
    const { fileName, file } = await jobs.result(actorOf(request), request.params.id)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(file)
  })
}

/** Uploads of survey responses for bulk analysis. */
import type { FastifyInstance } from 'fastify'
import type {
  EncodingChoice,
  FileView,
  UploadItem,
  UploadList,
  UploadSummary,
} from '../../contract/dashboard/surveys.ts'
import { UploadQuery } from '../../contract/dashboard/upload_query.ts'
import { DownloadQuery } from '../../contract/dashboard/verdicts.ts'
import { queryOf } from '../http/validated.ts'
import { surveyFile } from '../manage/survey_file.ts'
import { JOB_FILE_BYTES, JOB_FILE_TYPES, uploadItem, uploadList } from '../manage/survey_jobs.ts'
import type { DashboardContext } from './signed_in.ts'
import { actorOf, atLeast, notInDemo } from './signed_in.ts'

const CSV = '.csv'

const uploadQuery = queryOf(UploadQuery)
const downloadQuery = queryOf(DownloadQuery)
const analysts = { onRequest: atLeast('analyst') }
const newByAnalysts = { onRequest: [atLeast('analyst'), notInDemo] }
const downloadOf = (id: string) => `/app/api/uploads/${id}${CSV}`

interface ById {
  Params: { id: string }
}

export function uploadRoutes(scope: FastifyInstance, { services }: DashboardContext): void {
  const jobs = services.operations.surveyJobs

  // A separate scope, because only these routes accept large bodies that are not JSON.
  scope.register(async (files) => {
    files.addContentTypeParser(
      JOB_FILE_TYPES,
      { parseAs: 'buffer', bodyLimit: JOB_FILE_BYTES },
      (_request, body, done) => done(null, body),
    )

    files.post(
      '/surveys/inspect',
      analysts,
      async (request): Promise<FileView | EncodingChoice> =>
        jobs.inspect(request.signedIn.workspace, surveyFile(uploadQuery(request), request.body)),
    )

    files.post('/surveys/upload', newByAnalysts, async (request, reply): Promise<UploadItem> => {
      const file = surveyFile(uploadQuery(request), request.body)
      const job = await jobs.create(actorOf(request.signedIn), file)
      reply.code(202)
      return uploadItem(job, downloadOf)
    })
  })

  scope.get(
    '/uploads',
    async ({ signedIn }): Promise<UploadList> => uploadList(await jobs.list(signedIn.workspace), downloadOf),
  )

  scope.get<ById>('/uploads/:id', async (request, reply) => {
    const { signedIn, params } = request
    if (!params.id.endsWith(CSV))
      return uploadItem(await jobs.find(signedIn.workspace, params.id), downloadOf)
    const id = params.id.slice(0, -CSV.length)
    const { fileName, file } = await jobs.result(actorOf(signedIn), id, downloadQuery(request))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(file)
  })

  scope.get<ById>(
    '/uploads/:id/summary',
    async ({ signedIn, params }): Promise<UploadSummary> => jobs.summary(signedIn.workspace, params.id),
  )
}

/** Uploads of survey responses for bulk analysis. */
import type { FastifyInstance } from 'fastify'
import { type UploadItem, type UploadList, UploadQuery } from '../../contract/dashboard/surveys.ts'
import type { UploadRow } from '../../store/uploads.ts'
import { randomText } from '../base/keys.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { queryOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'
import { actorOf, atLeast } from './signed_in.ts'

const FILE_BYTES = 32 * 1024 * 1024
const LISTED = 50
const CSV = '.csv'

const uploadQuery = queryOf(UploadQuery)
const analysts = { onRequest: atLeast('analyst') }

interface ById {
  Params: { id: string }
}

export function uploadRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services, audit } = context
  const { store, now, jobs } = services

  // A separate scope, because only this route accepts large bodies that are not JSON.
  scope.register(async (files) => {
    files.addContentTypeParser(
      ['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: FILE_BYTES },
      (_request, body, done) => done(null, body),
    )

    files.post('/surveys/upload', analysts, async (request, reply): Promise<UploadItem> => {
      const { signedIn, body } = request
      const {
        name = 'upload.csv',
        survey_id,
        survey_column,
        participant_column,
        columns,
      } = uploadQuery(request)
      if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('', 'the body must be a CSV file')
      const questions = columns?.split('\n').filter((column) => column !== '')
      const options = {
        ...(survey_id !== undefined && { survey: survey_id }),
        ...(survey_column !== undefined && { surveyColumn: survey_column }),
        ...(participant_column !== undefined && { participantColumn: participant_column }),
        ...(questions !== undefined && { questions: questions.map((column) => ({ column })) }),
      }
      const upload: UploadRow = {
        id: `upl_${randomText(16)}`,
        workspace: signedIn.workspace,
        name,
        options: JSON.stringify(options),
        createdAt: now(),
        state: 'running',
        total: 0,
        done: 0,
        flagged: 0,
        refused: 0,
        problem: null,
      }
      await store.uploads.create(upload, body)
      await audit(actorOf(signedIn), { action: 'survey_uploaded', subject: name })
      jobs.uploads.wake()
      reply.code(202)
      return uploadItem(upload)
    })
  })

  scope.get('/uploads', async ({ signedIn }): Promise<UploadList> => {
    const uploads = await store.uploads.list(signedIn.workspace, LISTED)
    return { items: uploads.map(uploadItem), next: null }
  })

  scope.get<ById>('/uploads/:id', async ({ signedIn, params }, reply) => {
    const isFile = params.id.endsWith(CSV)
    const id = isFile ? params.id.slice(0, -CSV.length) : params.id
    const upload = await store.uploads.find(signedIn.workspace, id)
    if (upload === null) throw new ApiError('not_found')
    if (!isFile) return uploadItem(upload)
    const result = await store.uploads.result(signedIn.workspace, id)
    if (result === null) throw new ApiError('not_found')
    await audit(actorOf(signedIn), { action: 'exported', subject: upload.name })
    const file = `${upload.name.replace(/\.csv$/i, '').replace(/[^\w.-]/g, '_')}-checked.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file}"`)
      .send(Buffer.from(result))
  })
}

function uploadItem({
  id,
  name,
  createdAt,
  state,
  total,
  done,
  flagged,
  refused,
  problem,
}: UploadRow): UploadItem {
  const download = state === 'done' ? `/app/api/uploads/${id}${CSV}` : null
  return { id, name, created_at: createdAt, state, total, done, flagged, refused, problem, download }
}

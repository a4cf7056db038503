/** Step-up verification: two routes for pages, next to the ingest path, and the script that shows the task. */
import type { FastifyInstance } from 'fastify'
import { STEP_UP_SUFFIX } from '../../../contract/paths.ts'
import { StepUpAnswer, type StepUpDone, StepUpRequest } from '../../../contract/step_up.ts'
import { publicPage } from '../../http/limit_pages.ts'
import { isBuilt, loadScript } from '../../http/script_file.ts'
import { SCRIPT_HEADERS } from '../../http/script_routes.ts'
import { sendFile } from '../../http/static_file.ts'
import type { Services } from '../../services.ts'
import { addPageRoutes } from '../page_routes.ts'
import { openResults } from '../results.ts'
import { BODY_BYTES } from '../schemas.ts'
import { ANSWER, ASK } from './schemas.ts'
import { openStepUps } from './step_up.ts'

export async function stepUpRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const results = await openResults(services)
  const stepUps = openStepUps(services, results)
  const path = services.config.ingestPath + STEP_UP_SUFFIX
  await addPageRoutes(app, [path, `${path}/answer`], results, (scope) => {
    const ask = { schema: { body: StepUpRequest }, config: { openapi: ASK }, bodyLimit: BODY_BYTES }
    scope.post<{ Body: StepUpRequest }>(path, ask, ({ body, raw }, reply) => stepUps.ask(body, raw, reply))
    const answer = { schema: { body: StepUpAnswer }, config: { openapi: ANSWER }, bodyLimit: BODY_BYTES }
    scope.post<{ Body: StepUpAnswer }>(`${path}/answer`, answer, async ({ body, raw }, reply) => {
      await stepUps.answer(body, raw, reply)
      return { done: true } satisfies StepUpDone
    })
  })

  if (!isBuilt()) return
  const script = loadScript(services.config.ingestPath, 'step_up.mjs')
  app.get('/step_up.mjs', publicPage(services), (request, reply) =>
    sendFile(request, reply.headers(SCRIPT_HEADERS), script),
  )
}

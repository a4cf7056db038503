/** Surveys, their participants and typing replays. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { PanelQuery, type PanelReport } from '../../contract/dashboard/panel_report.ts'
import type { ReasonSheet } from '../../contract/dashboard/session_view.ts'
import { MethodsQuery } from '../../contract/dashboard/survey_methods.ts'
import {
  ChatbotRequest,
  ReferencesQuery,
  ReferencesRequest,
} from '../../contract/dashboard/survey_references.ts'
import { SurveySettings } from '../../contract/dashboard/survey_settings.ts'
import {
  DownloadQuery,
  LowEffortThreshold,
  PARTICIPANT_FILTERS,
  type VerdictChanged,
  VerdictRequest,
} from '../../contract/dashboard/verdicts.ts'
import { keyText } from '../base/key_text.ts'
import { ApiError } from '../http/errors.ts'
import { bodyOf, queryOf } from '../http/validated.ts'
import { panelHtml, panelTable } from '../manage/panel_page.ts'
import { sendMethods } from '../manage/survey_methods_routes.ts'
import { clusterList, surveyView } from '../manage/survey_summary.ts'
import { typingView } from '../manage/survey_view.ts'
import { latestAnalysis } from '../survey/latest_analysis.ts'
import type { DashboardContext } from './signed_in.ts'
import { actorOf, atLeast } from './signed_in.ts'
import { participantReasons } from './survey_reasons.ts'

const analysts = { onRequest: atLeast('analyst') }

const CSV = '.csv'

const participantQuery = queryOf(
  Type.Object({
    ...PARTICIPANT_FILTERS,
    before: Type.Optional(Type.String({ maxLength: 800 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
)
const downloadQuery = queryOf(DownloadQuery)
const viewQuery = queryOf(Type.Object({ low_effort_threshold: LowEffortThreshold }))
const methodsQuery = queryOf(MethodsQuery)
const panelQuery = queryOf(PanelQuery)
const verdictBody = bodyOf(VerdictRequest)
const referencesBody = bodyOf(ReferencesRequest)
const chatbotBody = bodyOf(ChatbotRequest)
const referencesQuery = queryOf(ReferencesQuery)
const settingsBody = bodyOf(SurveySettings)

const analysisQuery = queryOf(
  Type.Object({
    analyzed_at: Type.Optional(Type.Integer({ minimum: 0 })),
    low_effort_threshold: LowEffortThreshold,
  }),
)

interface BySurvey {
  Params: { id: string }
}
interface ByParticipant {
  Params: { id: string; pid: string }
}

export function dashboardSurveyRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services } = context
  const { store } = services
  const { surveys } = store
  const { surveys: operations, surveyAgain, surveyMethods, surveyReferences } = services.operations
  const { panelReport, surveySettings, verdicts } = services.operations

  scope.get('/surveys', ({ signedIn }) => operations.list(signedIn.workspace))

  scope.get<BySurvey>('/surveys/:id', async (request, reply) => {
    const { signedIn, params } = request
    const { workspace } = signedIn
    const summary = await surveys.summary(workspace, keyText(params.id))
    if (summary !== null) {
      return surveyView(store, workspace, summary, viewQuery(request).low_effort_threshold)
    }
    if (!params.id.endsWith(CSV)) throw new ApiError('not_found')
    const id = params.id.slice(0, -CSV.length)
    await operations.summary(workspace, id)
    if (signedIn.role === 'viewer') throw new ApiError('role_too_weak')
    const filter = downloadQuery(request)
    const file = await services.operations.surveyResults(actorOf(signedIn), id, 'csv', filter)
    return sendCsv(reply, filter.only === undefined ? id : `${id}-${filter.only}`, file)
  })

  scope.get<BySurvey>('/surveys/:id/participants', async (request) =>
    operations.participants(request.signedIn.workspace, request.params.id, participantQuery(request)),
  )

  scope.get<ByParticipant>('/surveys/:id/participants/:pid', async (request) => {
    const { signedIn, params } = request
    const { analyzed_at, low_effort_threshold } = analysisQuery(request)
    return operations.participant(
      signedIn.workspace,
      params.id,
      params.pid,
      analyzed_at,
      low_effort_threshold,
    )
  })

  scope.put<ByParticipant>(
    '/surveys/:id/participants/:pid/verdict',
    analysts,
    (request): Promise<VerdictChanged> =>
      verdicts.set(actorOf(request.signedIn), request.params.id, request.params.pid, verdictBody(request)),
  )

  scope.post<ByParticipant>(
    '/surveys/:id/participants/:pid/analyze-again',
    analysts,
    ({ signedIn, params }) => surveyAgain.participant(actorOf(signedIn), params.id, params.pid),
  )

  scope.get<BySurvey>('/surveys/:id/analyze-again', ({ signedIn, params }) =>
    surveyAgain.progress(signedIn.workspace, params.id),
  )

  scope.post<BySurvey>('/surveys/:id/analyze-again', analysts, async ({ signedIn, params }, reply) => {
    reply.code(202)
    return surveyAgain.request(actorOf(signedIn), params.id)
  })

  scope.get<BySurvey>('/surveys/:id/references', ({ signedIn, params }) =>
    surveyReferences.list(signedIn.workspace, params.id),
  )

  scope.put<BySurvey>('/surveys/:id/references', analysts, (request) =>
    surveyReferences.replace(actorOf(request.signedIn), request.params.id, referencesBody(request)),
  )

  scope.post<BySurvey>('/surveys/:id/references/ask', analysts, (request) =>
    surveyReferences.ask(request.signedIn.workspace, chatbotBody(request).question),
  )

  scope.delete<BySurvey>('/surveys/:id/references', analysts, (request) =>
    surveyReferences.remove(
      actorOf(request.signedIn),
      request.params.id,
      referencesQuery(request).question_id,
    ),
  )

  scope.get<BySurvey>('/surveys/:id/settings', ({ signedIn, params }) =>
    surveySettings.view(signedIn.workspace, params.id),
  )

  scope.put<BySurvey>('/surveys/:id/settings', analysts, (request) =>
    surveySettings.set(actorOf(request.signedIn), request.params.id, settingsBody(request)),
  )

  scope.get<ByParticipant>(
    '/surveys/:id/participants/:pid/reasons',
    async ({ signedIn, params }): Promise<ReasonSheet> =>
      participantReasons(await operations.analysis(signedIn.workspace, params.id, params.pid)),
  )

  scope.get<BySurvey>('/surveys/:id/clusters', async ({ signedIn, params }) => {
    const { surveyId } = await operations.summary(signedIn.workspace, params.id)
    return clusterList(store, signedIn.workspace, surveyId)
  })

  scope.get<BySurvey>('/surveys/:id/methods', async (request, reply) => {
    const { format, low_effort_threshold } = methodsQuery(request)
    const { signedIn, params } = request
    return sendMethods(
      reply,
      await surveyMethods(signedIn.workspace, params.id, low_effort_threshold),
      format,
    )
  })

  scope.get<BySurvey>('/surveys/:id/panel', analysts, async (request, reply) => {
    const query = panelQuery(request)
    const { signedIn, params } = request
    return sendPanel(
      reply,
      await panelReport(signedIn.workspace, params.id, query.low_effort_threshold),
      query,
    )
  })

  scope.get<BySurvey>('/typing/:id', async ({ signedIn, params }) => {
    // A link works in any workspace of the member, not only the selected one.
    for (const { workspace } of signedIn.login.roles) {
      const row = await surveys.byId(workspace, params.id)
      if (row !== null) return typingView(await latestAnalysis(store, row))
    }
    throw new ApiError('not_found')
  })
}

/** The page is a file to keep, not a page of the dashboard. */
function sendPanel(
  reply: FastifyReply,
  report: PanelReport,
  { format = 'json', provider }: PanelQuery,
): FastifyReply {
  if (format === 'json') return reply.send(report)
  const page = report.pages.find((one) => one.provider === provider)
  if (page === undefined) throw new ApiError('not_found')
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'text/html; charset=utf-8')
    .header('content-disposition', `attachment; filename="removed-${page.provider.toLowerCase()}.${format}"`)
    .send(format === 'csv' ? panelTable(page) : panelHtml(report, page))
}

export function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): FastifyReply {
  const file = `${name.replace(/[^\w.-]/g, '_').slice(0, 100)}.csv`
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(Readable.from(lines))
}

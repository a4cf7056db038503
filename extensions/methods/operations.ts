/** The methods paragraph of a survey, and its report to the providers of panels. */
import { Type } from 'typebox'
import { ApiError, invalid } from '../../src/server/http/errors.ts'
import { fileHeaders } from '../../src/server/http/export_file.ts'
import { jsonResponse, type ResponseDocument } from '../../src/server/http/openapi/responses.ts'
import { type Operation, operation } from '../../src/server/http/operation.ts'
import { openFairTurns } from '../../src/server/limits/fair_turns.ts'
import { MethodsQuery, SurveyMethods } from './contract.ts'
import { exclusionTable } from './exclusion_table.ts'
import { methodsParagraph, type Reviews } from './methods_paragraph.ts'
import { type PanelPage, type PanelProvider, PanelQuery, type PanelReport } from './panel_contract.ts'
import { panelHtml, panelTable } from './panel_page.ts'
import type { PanelReportOf } from './panel_report.ts'
import type { SurveyMethodsOf } from './survey_methods.ts'

/** Reports at a time. One reads a whole survey, which takes seconds if the survey is large. */
const RUNNING = 2
const WAITING = 16
const WAIT_MS = 5_000
const RETRY_AFTER_S = 5

const TOO_MANY = new ApiError('overloaded', {
  detail: 'Too many reports on whole surveys are being built. Try again when one of them is complete.',
  retryAfterS: RETRY_AFTER_S,
})

const COUNTS: Omit<SurveyMethods, 'text'> = {
  survey_id: 'spring-2025',
  program_version: '0.1.0',
  models: ['byhand-v021'],
  analysis_versions: ['4'],
  first_at: 1_742_913_050_000,
  last_at: 1_743_000_000_000,
  participants: 412,
  questions: 2,
  low_effort_thresholds: [0],
  typed: 380,
  incomplete: 0,
  flagged: 37,
  verdicts: { keep: 376, review: 21, remove: 15 },
  removed_by_reviewer: 3,
  restored_by_reviewer: 1,
  checks: [
    {
      check: 'Automated test: Gibberish',
      applied: 410,
      flagged: 12,
      keep: 1,
      review: 0,
      remove: 11,
      error_rate: { false_positives: 5, of: 3632, unit: 'answers', low: 0.000588, high: 0.003219 },
    },
  ],
}
const REVIEWS: Reviews = {
  confirmed: 15,
  cleared: 1,
  unfailed: 0,
  reasons: { failed: 20, effort: 1, copied: 0, error: 0, reviewer: 0 },
  efforts: [1],
}
const METHODS: SurveyMethods = { ...COUNTS, text: methodsParagraph(COUNTS, REVIEWS) }

function withTable(response: ResponseDocument): ResponseDocument {
  const table = { schema: Type.String(), examples: { example: { value: exclusionTable(METHODS) } } }
  return { ...response, content: { ...response.content, 'text/csv': table } }
}

export function methodsOperations(
  surveyMethods: SurveyMethodsOf,
  panelReport: PanelReportOf,
): readonly Operation[] {
  const inTurn = openFairTurns({
    running: RUNNING,
    runningPerWorkspace: 1,
    waiting: WAITING,
    waitMs: WAIT_MS,
    refusal: () => TOO_MANY,
  })
  return [
    operation({
      route: 'GET /v1/surveys/:surveyId/methods',
      allow: { scope: 'admin', role: 'viewer' },
      operationId: 'getSurveyMethods',
      tag: 'Manage surveys',
      summary: 'Methods paragraph and exclusion table',
      description:
        'The checks, their versions and measured error rates, and how many participants were removed and why. As JSON, with a paragraph for a paper in `text`; as CSV, the exclusion table.',
      params: { surveyId: { description: 'Survey ID', example: METHODS.survey_id } },
      query: MethodsQuery,
      response: withTable(jsonResponse('The methods.', SurveyMethods, METHODS)),
      errors: ['not_found'],
      async handle({ actor, params, query, reply }) {
        const methods = await inTurn(actor.workspace, () =>
          surveyMethods(actor.workspace, params.surveyId, query.low_effort_threshold),
        )
        if (query.format !== 'csv') return methods
        return reply.headers(fileHeaders('exclusions', 'csv')).send(exclusionTable(methods))
      },
    }),
    operation({
      route: 'GET /v1/surveys/:surveyId/panel',
      allow: { role: 'analyst' },
      internal: true,
      query: PanelQuery,
      async handle({ actor, params, query, reply }) {
        const { format = 'json', provider, low_effort_threshold: threshold } = query
        const report = await inTurn(actor.workspace, () =>
          panelReport(actor.workspace, params.surveyId, threshold),
        )
        if (format === 'json') return report
        const page = pageOf(report, provider)
        // The page is a file to keep, not a page of the dashboard.
        return reply
          .headers(fileHeaders(`removed-${page.provider.toLowerCase()}`, format))
          .send(format === 'csv' ? panelTable(page) : panelHtml(report, page))
      },
    }),
  ]
}

/** A provider must not see the ids of another one. */
function pageOf({ pages }: PanelReport, wanted: PanelProvider | undefined): PanelPage {
  const [page, ...others] = pages.filter(({ provider }) => wanted === undefined || provider === wanted)
  if (page !== undefined && others.length === 0) return page
  const found = pages.map(({ provider }) => provider).join(', ')
  if (page !== undefined) throw invalid('provider', `must be one of: ${found}`)
  throw new ApiError('not_found', {
    detail: `The survey has no participants from this provider${found && `, only from ${found}`}.`,
  })
}

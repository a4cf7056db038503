/**
 * Survey links. A start link shows a page that records its visitor and then opens the survey. An end link returns the
 * completion code of the panel to every participant: the result is for the researcher only.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ApiError } from '../../http/errors.ts'
import { publicPage } from '../../http/limit_pages.ts'
import { checkedQuery } from '../../http/validation.ts'
import type { Services } from '../../services.ts'
import { linkSecret, unsealLink } from './link_token.ts'
import { codePage, PAGE_HEADERS, startPage } from './page.ts'
import { fillParticipant, fillSurveyUrl } from './survey_url.ts'

/** The names that Prolific, CloudResearch Connect and MTurk use, and one for other panels. */
const PARTICIPANT_NAMES = ['PROLIFIC_PID', 'participantId', 'workerId', 'participant'] as const
const PARTICIPANT: ReadonlySet<string> = new Set(PARTICIPANT_NAMES)
const Participant = Type.Optional(Type.String({ maxLength: 256 }))
const CONDITION = 'condition'
const participantQuery = checkedQuery(
  Type.Object(Object.fromEntries([...PARTICIPANT_NAMES, CONDITION].map((name) => [name, Participant]))),
)

/** As in the packages of survey tools: the service knows no such session. */
const NO_SESSION = 'not-recorded'

export async function linkRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, keys } = services
  const secret = await linkSecret(store.keys)
  const options = publicPage(services)

  app.get<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
    '/link/:token',
    options,
    async (request, reply) => {
      const link = unsealLink(secret, request.params.token)
      if (link === null) throw new ApiError('not_found')
      reply.headers(PAGE_HEADERS)
      const html = reply.type('text/html; charset=utf-8')
      if ('completionUrl' in link) return reply.redirect(link.completionUrl, 302)
      if ('completionCode' in link) return html.send(codePage(link.title, link.completionCode))

      // Only here: an end link works with any query.
      const named = Object.entries(request.query).filter(
        ([name, value]) => (PARTICIPANT.has(name) || name === CONDITION) && value !== '',
      )
      const given: Partial<Record<string, string>> = participantQuery(Object.fromEntries(named))
      const participant = PARTICIPANT_NAMES.map((name) => given[name]).find(Boolean) ?? ''
      const values = { participant, condition: given[CONDITION] ?? '' }
      const plainUrl = fillSurveyUrl(link.surveyUrl, values, NO_SESSION)
      // Without its site key the service cannot record, but the survey continues.
      if ((await keys.find(link.siteKey)) === null) return reply.redirect(plainUrl, 302)
      const { title, siteKey, asksConsent } = link
      const surveyUrl = fillParticipant(link.surveyUrl, values)
      const { scriptFile } = config
      return html.send(
        startPage({ title, siteKey, scriptFile, participant, asksConsent, surveyUrl, plainUrl }),
      )
    },
  )
}

/** The live demo at `/`. A visitor reads the result of their own visit and of a recorded bot, and nothing else. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { DEMO_BOTS, type DemoBot, type DemoBotName, type DemoVisit } from '../../contract/live_demo.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import { openClientAddress, rateSubject } from '../addresses/client_address.ts'
import { pageHeaders } from '../http/app_files.ts'
import { ApiError } from '../http/errors.ts'
import { publicPage } from '../http/limit_pages.ts'
import { limitRate } from '../http/limit_rate.ts'
import type { Services } from '../services.ts'
import { LIVE_DEMO } from '../workspace/demo_workspace.ts'
import { createKey, isLive, wholeSiteKey } from '../workspace/keys.ts'
import { isDemoConfigured, isDemoOn } from './is_demo_on.ts'
import { hasRecordedBots, resultOf, scoreRecordedBot } from './recorded_bot.ts'
import { openVisitTokens } from './visit_tokens.ts'

/** Written by `npm run build`, with the dashboard, whose files it uses. */
const PAGE = join(import.meta.dirname, '../../../dist/dashboard/demo.html')

/** The page asks every two seconds. */
const READS = { name: 'demo', quota: 60, windowS: 60 } as const

const HEADERS = pageHeaders()

const VisitQuery = Type.Object({ session: Type.String({ minLength: 1, maxLength: 64 }) })
interface BotRoute {
  Params: { readonly name: DemoBotName }
}
interface VisitRoute {
  Querystring: Static<typeof VisitQuery>
}

export async function demoRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, scoring, now } = services
  const page = publicPage(services)
  const toDashboard = (reply: FastifyReply) => reply.redirect('/app', 302)
  if (!isDemoConfigured(config) || !existsSync(PAGE) || !hasRecordedBots()) {
    app.get('/', page, (_request, reply) => toDashboard(reply))
    return
  }

  const template = readFileSync(PAGE, 'utf8')
  const tokens = openVisitTokens(await store.keys.secret('demo-visits', randomBytes(32)))
  const addresses = openClientAddress(config.trustedProxies)
  const siteKey = once(() => findSiteKey(services))
  const bots = new Map<DemoBotName, () => Promise<DemoBot>>(
    DEMO_BOTS.map((name) => [name, once(() => scoreRecordedBot(services, name))]),
  )

  app.get('/', page, async (request, reply) => {
    if (!isDemoOn(config, request)) return toDashboard(reply)
    const visit = tokens.create(now())
    const tag = `<script src="/${config.scriptFile}" data-site-key="${await siteKey()}" data-user-id="${visit.id}"></script>`
    const token = `<meta name="visit" content="${visit.token}">`
    return reply
      .headers(HEADERS)
      .type('text/html; charset=utf-8')
      .send(template.replace('<!--VISIT-->', token + tag))
  })

  function limited(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (!isDemoOn(config, request)) throw new ApiError('not_found')
    limitRate(services, reply, READS, rateSubject(addresses.of(request.raw)))
    reply.headers(HEADERS)
    done()
  }
  const read = { onRequest: limited }

  const visitRead = { ...read, schema: { querystring: VisitQuery } }
  app.get<VisitRoute>('/demo/visit', visitRead, async (request): Promise<DemoVisit> => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const visit = tokens.visitOf(token, now())
    if (visit === null) throw new ApiError('invalid_token', { detail: 'Reload the page.' })
    const key = { workspace: LIVE_DEMO, sessionId: request.query.session }
    const found = await store.sessions.find(key)
    if (found?.session.userId !== visit) return { result: null }
    const view = await scoring.view(key)
    return { result: view === null ? null : resultOf(JSON.parse(view) as BuiltView) }
  })

  app.get<BotRoute>('/demo/bots/:name', read, async ({ params }): Promise<DemoBot> => {
    const bot = bots.get(params.name)
    if (bot === undefined) throw new ApiError('not_found')
    return bot()
  })
}

/** Visits of the demo are kept for a day. */
const SETTINGS = { retention: { session_days: 1, survey_days: 1, address_hours: 1 } }

async function findSiteKey({ store, now }: Services): Promise<string> {
  const { keys } = store
  if ((await keys.workspace(LIVE_DEMO)) === null) {
    const workspace = { id: LIVE_DEMO, name: 'Live demo', createdAt: now(), settings: SETTINGS }
    await keys.createWorkspace(workspace).catch(async (error) => {
      // Another node may have created it in the meantime.
      if ((await keys.workspace(LIVE_DEMO)) === null) throw error
    })
  }
  const known = (await keys.list(LIVE_DEMO)).find((key) => isLive(key, now()) && wholeSiteKey(key) !== null)
  if (known !== undefined) return known.prefix
  return (await createKey(keys, { workspace: LIVE_DEMO, kind: 'site', name: 'Live demo' }, now())).key
}

/** Calls `make` once; again after a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

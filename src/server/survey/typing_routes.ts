/** GET /typing/:id. For people who are logged in to the workspace that made the analysis; for nobody else it exists. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { openAccounts } from '../account/accounts.ts'
import { readLoginCookie } from '../account/cookie.ts'
import { openLoginThrottle } from '../account/throttle.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { TYPING_STYLE, typingPage } from './typing_page.ts'

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

export async function typingRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, now } = services
  const accounts = openAccounts({ store: store.accounts, throttle: openLoginThrottle(), now })
  const secure = config.publicUrl?.startsWith('https:') ?? false

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(PAGE_HEADERS)
      if (secure) reply.header('strict-transport-security', 'max-age=31536000')
    })

    scope.get('/typing.css', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(TYPING_STYLE),
    )

    scope.get<{ Params: { id: string } }>(
      '/typing/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const { id } = request.params
        const token = readLoginCookie(request, secure)
        const who = token === undefined ? null : await accounts.find(token)
        if (who === null) return reply.redirect(`/login?next=${encodeURIComponent(`/typing/${id}`)}`, 302)
        for (const { workspace } of who.roles) {
          const row = await store.surveys.byId(workspace, id)
          if (row !== null) return sendPage(reply, typingPage(row))
        }
        throw new ApiError('not_found')
      },
    )
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}

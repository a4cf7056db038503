/** Where pages were before they were one app. */
import type { FastifyInstance } from 'fastify'

export function oldAddresses(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } } as const
  app.get('/account', hidden, (_request, reply) => reply.redirect('/app/account', 303))
  app.get<{ Querystring: { next?: unknown } }>('/login', hidden, (request, reply) =>
    reply.redirect(pageFor(request.query.next), 303),
  )
  // A token in a query may stand in a proxy's log; printed links have it in the fragment, which reaches nobody.
  app.get<{ Querystring: { token?: unknown } }>('/login/first', hidden, (request, reply) => {
    const { token } = request.query
    const known = typeof token === 'string' && /^[\w-]{1,128}$/.test(token)
    return reply.redirect(known ? `/app/join#${token}` : '/app/join', 303)
  })
}

/** A page of ours, never another host. Nobody who is logged out sees more than the form to log in. */
function pageFor(next: unknown): string {
  return typeof next === 'string' && /^\/typing\/[\w-]{1,128}$/.test(next) ? `/app${next}` : '/app/'
}

/**
 * GET /typing/:id, where `typing_url` points. The page is the dashboard's: it asks for a login, and for other
 * workspaces it does not exist. A link from another site comes without the cookie, so nothing is decided here.
 */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'

export async function typingRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/typing/:id',
    { schema: { hide: true } },
    ({ params: { id } }, reply) => {
      if (!/^[\w-]{1,128}$/.test(id)) throw new ApiError('not_found')
      return reply.header('referrer-policy', 'no-referrer').redirect(`/app/typing/${id}`, 302)
    },
  )
}

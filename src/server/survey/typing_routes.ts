/** Where `typing_url` points: a page of the dashboard, which asks for a login and does not exist for other workspaces. */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { TYPING_PAGE } from './typing_url.ts'

/**
 * GET /typing/:id, the address that version 0.1.0 handed out. A link from another site comes without the cookie, so
 * nothing is decided here.
 */
export async function typingRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/typing/:id',
    { schema: { hide: true } },
    ({ params: { id } }, reply) => {
      if (!/^[\w-]{1,128}$/.test(id)) throw new ApiError('not_found')
      return reply.header('referrer-policy', 'no-referrer').redirect(`${TYPING_PAGE}/${id}`, 302)
    },
  )
}

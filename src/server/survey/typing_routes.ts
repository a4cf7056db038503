/** Redirects old `typing_url` links to the dashboard page, which requires a login to the workspace. */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { TYPING_PAGE } from './typing_url.ts'

/**
 * GET /typing/:id, the URL format of version 0.1.0. Browsers send no cookie when another site links here, so the
 * dashboard page checks access, not this route.
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

/** Serves the clients, so that their install commands work with the URL of this service. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'
import { publicPage } from './limit_pages.ts'
import { etagOf, type StaticFile, sendFile, typeOf } from './static_file.ts'

/** Written by `npm run build`, after a start of the service by `npm start`. */
const BUILT = join(import.meta.dirname, '../../../dist/packages')

async function readPackage(name: string): Promise<StaticFile> {
  const body = await readFile(join(BUILT, basename(name))).catch(() => {
    throw new ApiError('not_found')
  })
  return { type: typeOf(name), plain: () => body, etag: etagOf(body) }
}

export async function packageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.get<{ Params: { file: string } }>('/packages/:file', publicPage(services), async (request, reply) => {
    const file = await readPackage(request.params.file)
    return sendFile(request, reply.header('cache-control', 'no-cache'), file)
  })
}

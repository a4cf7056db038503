/** `/siteverify` and the same at the paths of captcha vendors. Every response has the shape of the vendor. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../src/server/http/errors.ts'
import { limitAddress, publicPage } from '../../src/server/http/limit_pages.ts'
import { problemResponse } from '../../src/server/http/problems.ts'
import { isBuilt, loadScript } from '../../src/server/http/script_file.ts'
import { SCRIPT_HEADERS } from '../../src/server/http/script_routes.ts'
import { sendFile } from '../../src/server/http/static_file.ts'
import type { Services } from '../../src/server/services.ts'
import { openResults } from '../../src/server/signed_results/results.ts'
import { readFields } from './fields.ts'
import { CAPTCHA_SCRIPTS } from './paths.ts'
import { openSiteVerify } from './siteverify.ts'
import { faultBody, VENDORS, type Vendor } from './vendors.ts'

const BODY_BYTES = 16 * 1024

export async function siteverifyRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const siteverify = openSiteVerify(services, await openResults(services))
  const limited = publicPage(services)
  const limit = limitAddress(services)

  async function answer(vendor: Vendor, request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const fields = await readFields(
      request.headers['content-type'],
      (request.body ?? Buffer.alloc(0)) as Buffer,
      new URL(request.url, 'http://siteverify').searchParams,
    )
    if (fields === null) return faultBody(vendor, 'bad_request')
    const caller = await siteverify.authenticate(fields.secret)
    if (typeof caller === 'string') {
      // Not for a valid secret: the server of a site sends the responses of all its visitors.
      limit(request, reply)
      return faultBody(vendor, caller)
    }
    return siteverify.verify(vendor, caller.workspace, fields, reply)
  }

  for (const vendor of VENDORS) {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      scope.setErrorHandler((error: Error, request, reply) => {
        const context = { requestId: request.id, route: vendor.verifyPath, url: request.url }
        const { status, headers, code } = problemResponse(services, error, context)
        const { 'retry-after': retryAfter } = headers
        if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
        const isCallers = error instanceof ApiError ? code !== 'internal_error' && status < 429 : status < 429
        return reply.code(status).send(faultBody(vendor, isCallers ? 'bad_request' : 'internal'))
      })
      scope.post(vendor.verifyPath, { bodyLimit: BODY_BYTES }, (request, reply) =>
        answer(vendor, request, reply),
      )
    })
  }

  if (!isBuilt()) return
  const script = loadScript(services.config.ingestPath, 'captcha.js')
  for (const path of Object.values(CAPTCHA_SCRIPTS)) {
    app.get(path, limited, (request, reply) => sendFile(request, reply.headers(SCRIPT_HEADERS), script))
  }
}

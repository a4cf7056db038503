/** Serves the built dashboard: its files, compressed once, and one document for all other paths below /app. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'
import type { PublicPage } from './limit_pages.ts'
import { IMMUTABLE, type ServedFile, sendFile, served } from './static_file.ts'

/** Written by `npm run build`. */
const BUILT = join(import.meta.dirname, '../../../dist/dashboard')

export const isDashboardBuilt = (): boolean => existsSync(join(BUILT, 'index.html'))

/** Only files of this service run, requests go to this service only, and text never becomes code or markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]

export const pageHeaders = (...directives: string[]) => ({
  'content-security-policy': [...POLICY, ...directives].join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})

const PAGE_HEADERS = pageHeaders("trusted-types 'none'")

/** Browsers apply these on https only. */
const SECURE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
} as const

/** The page of the live demo, which has a route of its own. */
const DEMO = 'demo.html'

export function appFileRoutes(app: FastifyInstance, secure: boolean, page: PublicPage): void {
  const names = new Set(globSync('**/*.*', { cwd: BUILT }))
  const files = new Map<string, ServedFile>()
  const load = (name: string): ServedFile => {
    const known = files.get(name)
    if (known !== undefined) return known
    const file = served(readFileSync(join(BUILT, name)), name)
    files.set(name, file)
    return file
  }

  function send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    reply.headers(PAGE_HEADERS)
    if (secure) reply.headers(SECURE_HEADERS)
    if (name.startsWith('assets/')) reply.header('cache-control', IMMUTABLE)
    return sendFile(request, reply, load(name))
  }

  app.get('/app', page, (request, reply) => send(request, reply, 'index.html'))
  app.get<{ Params: { '*': string } }>('/app/*', page, (request, reply) => {
    const name = request.params['*']
    if (names.has(name) && name !== DEMO) return send(request, reply, name)
    if (name.startsWith('assets/')) throw new ApiError('not_found')
    return send(request, reply, 'index.html')
  })
}

/** Serves the built docs site at /docs/. It may be built or replaced while the service runs. */
import { createReadStream, globSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicPage } from './limit_pages.ts'
import { IMMUTABLE, sendFile, typeOf } from './static_file.ts'

/** Written by `npm run build`. */
const BUILT = join(import.meta.dirname, '../../../dist/docs')

/** Scripts and styles come from files of the site. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API explorer writes style sheets into its page. Its scripts are files like all others. */
const EXPLORER_PAGE = 'api/index.html'
const EXPLORER_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")

/** Only in a checkout: `npm start` builds the site first, and a package contains it. */
const NOT_BUILT = 'The documentation is not built. Build it: npm run build -- docs\n'

export function docsSiteRoutes(app: FastifyInstance, page: PublicPage): void {
  const namesNow = siteNames()
  const hidden = { ...page, schema: { hide: true } } as const
  app.get('/docs', hidden, (_request, reply) => reply.redirect('/docs/', 308))
  app.get<{ Params: { '*': string } }>('/docs/*', hidden, (request, reply) => {
    const names = namesNow()
    if (!names.has('index.html')) return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const path = request.params['*']
    if (names.has(`${path}/index.html`)) return reply.redirect(`/docs/${encodeURI(path)}/`, 308)
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
    if (names.has(name)) return give(request, reply, name, names)
    return give(request, reply.code(404), '404.html', names)
  })
}

/** The names of the files, listed again when another build has replaced the folder. */
function siteNames(): () => ReadonlySet<string> {
  let listedMs = 0
  let names: ReadonlySet<string> = new Set()
  return () => {
    const builtMs = statSync(BUILT, { throwIfNoEntry: false })?.ctimeMs ?? 0
    if (builtMs !== listedMs) {
      names = new Set(globSync('**/*.*', { cwd: BUILT }))
      listedMs = builtMs
    }
    return names
  }
}

async function give(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  names: ReadonlySet<string>,
): Promise<FastifyReply> {
  const { mtimeMs, size } = await stat(join(BUILT, name))
  reply.headers({
    'content-security-policy': name === EXPLORER_PAGE ? EXPLORER_POLICY : POLICY,
    // Files under assets/ have a hash of their content in their names.
    'cache-control': name.startsWith('assets/') ? IMMUTABLE : 'no-cache',
  })
  return sendFile(request, reply, {
    type: typeOf(name),
    etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
    body: () => createReadStream(join(BUILT, name)),
    ...(names.has(`${name}.gz`) && { gzip: () => createReadStream(join(BUILT, `${name}.gz`)) }),
  })
}

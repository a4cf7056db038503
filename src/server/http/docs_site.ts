/** Serves the built docs site at /docs/. It may be built or replaced while the service runs. */
import { createReadStream, globSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicPage } from './limit_pages.ts'
import { compressedOnce, etagOf, IMMUTABLE, type StaticFile, sendFile, typeOf } from './static_file.ts'

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
  const siteNow = builtSite()
  app.get('/docs', page, (_request, reply) => reply.redirect('/docs/', 308))
  app.get<{ Params: { '*': string } }>('/docs/*', page, (request, reply) => {
    const site = siteNow()
    if (!site.has('index.html')) return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const path = request.params['*']
    if (site.has(`${path}/index.html`)) return reply.redirect(`/docs/${encodeURI(path)}/`, 308)
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
    if (site.has(name)) return give(request, reply, name, site)
    return give(request, reply.code(404), '404.html', site)
  })
}

interface Site {
  has(name: string): boolean
  file(name: string): Promise<StaticFile>
}

/** The files of the site, listed again when another build has replaced the folder. */
function builtSite(): () => Site {
  let listedMs = -1
  let site: Site
  return () => {
    const builtMs = statSync(BUILT, { throwIfNoEntry: false })?.ctimeMs ?? 0
    if (builtMs !== listedMs) {
      site = listSite()
      listedMs = builtMs
    }
    return site
  }
}

/** Keeps compressed files in memory, once they were requested. */
function listSite(): Site {
  const names = new Set(globSync('**/*.*', { cwd: BUILT }))
  const files = new Map<string, Promise<StaticFile>>()
  return {
    has: (name) => names.has(name),
    file(name) {
      const known = files.get(name)
      if (known !== undefined) return known
      const loaded = loadFile(name)
      files.set(name, loaded)
      loaded.catch(() => files.delete(name))
      return loaded
    },
  }
}

async function loadFile(name: string): Promise<StaticFile> {
  const path = join(BUILT, name)
  const type = typeOf(name)
  return {
    type,
    etag: etagOf(await readFile(path)),
    plain: () => createReadStream(path),
    ...compressedOnce(type, () => readFile(path)),
  }
}

async function give(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  site: Site,
): Promise<FastifyReply> {
  const file = await site.file(name)
  reply.headers({
    'content-security-policy': name === EXPLORER_PAGE ? EXPLORER_POLICY : POLICY,
    // Files under assets/ have a hash of their content in their names.
    'cache-control': name.startsWith('assets/') ? IMMUTABLE : 'no-cache',
  })
  return sendFile(request, reply, file)
}

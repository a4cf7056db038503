/** Serves files of the build: the dashboard, the browser script, the docs site. */
import { hash } from 'node:crypto'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accept_encoding.ts'

/** In memory, or opened for each response. */
type Content = Buffer | (() => Readable)

export interface StaticFile extends Readonly<Partial<Record<Encoding, Content>>> {
  readonly type: string
  readonly body: Content
  readonly etag: string
}

export interface ServedFile extends StaticFile {
  /** The value of an `integrity` attribute. */
  readonly integrity: string
}

/** Names that contain a hash of the content never get another content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
  '.tgz': 'application/gzip',
  '.gz': 'application/gzip',
}

export const typeOf = (name: string): string => TYPES[extname(name)] ?? 'application/octet-stream'

/** Compresses the content once, for all responses. */
export function served(content: string | Buffer, name: string): ServedFile {
  const body = Buffer.from(content)
  return {
    type: typeOf(name),
    body,
    br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gzip: gzipSync(body, { level: 9 }),
    etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    integrity: `sha384-${hash('sha384', body, 'base64')}`,
  }
}

/** A proxy that compresses makes tags weak, and a client may send several. */
const isCurrent = (tags: string | undefined, etag: string): boolean =>
  tags?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  reply.headers({ etag: file.etag, vary: 'Accept-Encoding' }).type(file.type)
  if (isCurrent(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const existing = (['br', 'gzip'] as const).filter((encoding) => file[encoding] !== undefined)
  const encoding = acceptedEncoding(request.headers['accept-encoding'], existing)
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  const content = (encoding && file[encoding]) ?? file.body
  return reply.send(typeof content === 'function' ? content() : content)
}

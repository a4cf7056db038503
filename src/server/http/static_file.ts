/** Serves files of the build: the dashboard, the browser script, the docs site. */
import { hash } from 'node:crypto'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accept_encoding.ts'

export interface StaticFile {
  readonly type: string
  readonly etag: string
  plain(): Buffer | Readable
  /** Absent: the format is compressed already. */
  compressed?(encoding: Encoding): Promise<Buffer>
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

const ENCODINGS = ['br', 'gzip'] as const satisfies Encoding[]
/** Types of files that are compressed already. */
const COMPRESSED = new Set(
  ['png', 'webp', 'zip', 'tgz', 'woff2'].map((extension) => typeOf(`file.${extension}`)),
)

/** Above this size, the first visitor would wait for seconds: the best quality takes 20 times as long for 8% fewer bytes. */
const BEST_QUALITY_BYTES = 512 * 1024
const GOOD_QUALITY = 9

const brotli = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_QUALITY]:
        bytes.length > BEST_QUALITY_BYTES ? GOOD_QUALITY : constants.BROTLI_MAX_QUALITY,
    },
  })

const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: brotli,
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** Compresses the content when it is first requested, off the main thread, and keeps it for all later responses. */
export function compressedOnce(
  type: string,
  read: () => Buffer | Promise<Buffer>,
): Pick<StaticFile, 'compressed'> {
  if (COMPRESSED.has(type)) return {}
  const kept = new Map<Encoding, Promise<Buffer>>()
  return {
    compressed(encoding) {
      const known = kept.get(encoding)
      if (known !== undefined) return known
      const made = (async () => COMPRESS[encoding](await read()))()
      kept.set(encoding, made)
      made.catch(() => kept.delete(encoding))
      return made
    },
  }
}

/** A file in memory. */
export function served(content: string | Buffer, name: string): ServedFile {
  const body = Buffer.from(content)
  const type = typeOf(name)
  return {
    type,
    plain: () => body,
    ...compressedOnce(type, () => body),
    etag: etagOf(body),
    integrity: `sha384-${hash('sha384', body, 'base64')}`,
  }
}

export const etagOf = (body: Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/** A proxy that compresses makes tags weak, and a client may send several. */
export const isCurrent = (tags: string | undefined, etag: string): boolean =>
  tags?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
): Promise<FastifyReply> {
  reply.headers({ etag: file.etag, vary: 'Accept-Encoding' }).type(file.type)
  if (isCurrent(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const encoding = file.compressed && acceptedEncoding(request.headers['accept-encoding'], ENCODINGS)
  if (encoding === undefined) return reply.send(file.plain())
  const content = await file.compressed?.(encoding)
  return reply.header('content-encoding', encoding).send(content)
}

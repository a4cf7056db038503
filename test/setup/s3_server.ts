/** A small S3-compatible server in memory. It verifies the signature (SigV4) and the content hash of every request. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Server {
  readonly url: string
  /** By `bucket/key`. */
  readonly objects: Map<string, Buffer>
  /** The unfinished multipart uploads. */
  readonly uploads: ReadonlyMap<string, ReadonlyMap<number, Buffer>>
  /** Requests by status and method, in order. */
  readonly answers: string[]
  stop(): Promise<void>
}

export const S3_KEYS = {
  AWS_ACCESS_KEY_ID: 'AKIDTEST',
  AWS_SECRET_ACCESS_KEY: 'very/secret+key',
  AWS_REGION: 'eu-test-1',
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The code of the error, or undefined. As AWS documents it for the header Authorization. */
function faultOf({ method = '', headers, url = '' }: IncomingMessage, body: Buffer): string | undefined {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
  const [, id, day = '', region = '', names = '', given = ''] = shape.exec(headers.authorization ?? '') ?? []
  if (id !== S3_KEYS.AWS_ACCESS_KEY_ID || region !== S3_KEYS.AWS_REGION) return 'InvalidAccessKeyId'
  const signed = names.split(';')
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signed.includes(needed)) return 'AccessDenied'
  }
  const date = String(headers['x-amz-date'])
  const contentHash = String(headers['x-amz-content-sha256'])
  if (contentHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const query = [...searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort()
  const canonical = [
    method,
    pathname
      .split('/')
      .map((part) => escaped(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    contentHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${S3_KEYS.AWS_SECRET_ACCESS_KEY}`,
  )
  const wanted = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'))
  return date.startsWith(day) && timingSafeEqual(wanted, Buffer.from(given, 'hex'))
    ? undefined
    : 'SignatureDoesNotMatch'
}

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const answers: string[] = []
  let begun = 0

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const reply = (status: number, content: string | Buffer = '', headers: Record<string, string> = {}) => {
      answers.push(`${status} ${request.method}`)
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : content)
    }
    const fault = faultOf(request, body)
    if (fault !== undefined) return reply(403, `<Error><Code>${fault}</Code></Error>`)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(pathname.slice(1))
    const upload = searchParams.get('uploadId')
    const parts = upload === null ? undefined : uploads.get(upload)
    if (upload !== null && parts === undefined) return reply(404, '<Error><Code>NoSuchUpload</Code></Error>')
    switch (request.method) {
      case 'PUT':
        if (parts === undefined) objects.set(key, body)
        else parts.set(Number(searchParams.get('partNumber')), body)
        return reply(200, '', { etag: `"${sha256(body).slice(0, 32)}"` })
      case 'POST': {
        if (parts === undefined) {
          uploads.set(`upload ${++begun}`, new Map())
          return reply(200, `<Result><UploadId>upload ${begun}</UploadId></Result>`)
        }
        const pieces = [...parts].sort(([a], [b]) => a - b).map(([, piece]) => piece)
        const tags = pieces.map((piece) => `<ETag>"${sha256(piece).slice(0, 32)}"</ETag>`)
        if (!tags.every((tag) => body.includes(tag)))
          return reply(400, '<Error><Code>InvalidPart</Code></Error>')
        objects.set(key, Buffer.concat(pieces))
        uploads.delete(upload as string)
        return reply(200, '<CompleteMultipartUploadResult/>')
      }
      case 'DELETE':
        uploads.delete(upload ?? '')
        return reply(204)
      default: {
        const found = objects.get(key)
        return found === undefined ? reply(404, '<Error><Code>NoSuchKey</Code></Error>') : reply(200, found)
      }
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    answer(request, response, Buffer.concat(chunks))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    answers,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

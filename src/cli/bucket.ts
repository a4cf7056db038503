/**
 * Writes objects to an S3-compatible bucket, `s3://bucket/prefix`. Credentials, region and endpoint come from the
 * environment variables that other S3 tools use.
 */
import { hash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type Environment, environment } from '../server/config/config.ts'
import { CommandError } from './terminal.ts'

export interface Bucket {
  /** Null: there is no such object. */
  read(name: string): Promise<string | null>
  exists(name: string): Promise<boolean>
  write(name: string, bytes: Uint8Array): Promise<void>
  writeFile(name: string, file: string): Promise<void>
  /** `s3://bucket/prefix/name` */
  urlOf(name: string): string
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const URL_SHAPE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/
/** A file of 10,000 parts, the limit of S3, has 640 GiB. */
const PART_BYTES = 64 * 2 ** 20
/** After a lost connection, or an answer 429 or 5xx. The waits double: at most about three seconds in all. */
const RETRIES = 5
const FIRST_WAIT_MS = 100

export const isBucketUrl = (text: string): boolean => text.startsWith('s3://')

export function openBucket(url: string, env: Environment = environment(), partBytes = PART_BYTES): Bucket {
  const [bucket, ...prefix] = pathOf(url)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey) {
    throw new CommandError('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to write to a bucket.')
  }
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1'
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: 0,
    ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
  })
  const keyOf = (name: string) => [...prefix, ...name.split('/').filter(Boolean)]
  const urlOf = (name: string) => `s3://${[bucket, ...keyOf(name)].join('/')}`

  async function ask(method: string, name: string, query = '', body: Uint8Array = EMPTY): Promise<Answer> {
    const address = `${endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint}/${[bucket, ...keyOf(name)].map(encodeURIComponent).join('/')}${query}`
    for (let retry = 0; ; retry++) {
      try {
        const response = await client.fetch(address, {
          method,
          headers: { 'x-amz-content-sha256': hash('sha256', body) },
          ...(body.length > 0 && { body: body as Uint8Array<ArrayBuffer> }),
        })
        const { status, headers } = response
        const text = await response.text()
        if (retry === RETRIES || (status < 500 && status !== 429)) return { status, headers, text }
      } catch (error) {
        if (retry === RETRIES) throw new CommandError(`${endpoint} cannot be reached: ${reasonOf(error)}.`)
      }
      await wait(FIRST_WAIT_MS * 2 ** retry * (0.5 + Math.random() / 2))
    }
  }

  async function askWell(method: string, name: string, query?: string, body?: Uint8Array): Promise<Answer> {
    const answer = await ask(method, name, query, body)
    if (!isSuccess(answer)) throw refusal(answer, urlOf(name))
    return answer
  }

  async function find(method: 'GET' | 'HEAD', name: string): Promise<Answer | null> {
    const answer = await ask(method, name)
    if (answer.status === 404) return null
    if (!isSuccess(answer)) throw refusal(answer, urlOf(name))
    return answer
  }

  async function writeParts(name: string, file: string, bytes: number): Promise<void> {
    const begun = await askWell('POST', name, '?uploads=')
    const id = encodeURIComponent(elementOf(begun.text, 'UploadId'))
    try {
      const tags: string[] = []
      const handle = await open(file)
      try {
        for (let at = 0; at < bytes; at += partBytes) {
          const part = Buffer.alloc(Math.min(partBytes, bytes - at))
          for (let read = 0; read < part.length; ) {
            const { bytesRead } = await handle.read(part, read, part.length - read, at + read)
            if (bytesRead === 0) throw new CommandError(`${file} became shorter while it was uploaded.`)
            read += bytesRead
          }
          const answer = await askWell('PUT', name, `?partNumber=${tags.length + 1}&uploadId=${id}`, part)
          tags.push(answer.headers.get('etag') ?? '')
        }
      } finally {
        await handle.close()
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      )
      const list = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const { text } = await askWell('POST', name, `?uploadId=${id}`, list)
      // S3 begins to answer 200 before it knows whether it can join the parts.
      if (text.includes('<Error>')) throw new CommandError(`${urlOf(name)}: ${elementOf(text, 'Code')}.`)
    } catch (error) {
      await ask('DELETE', name, `?uploadId=${id}`).catch(() => {})
      throw error
    }
  }

  return {
    urlOf,
    read: async (name) => (await find('GET', name))?.text ?? null,
    exists: async (name) => (await find('HEAD', name)) !== null,
    async write(name, bytes) {
      await askWell('PUT', name, '', bytes)
    },
    async writeFile(name, file) {
      const { size } = await stat(file)
      if (size > partBytes) return writeParts(name, file, size)
      await askWell('PUT', name, '', await readFile(file))
    },
  }
}

const EMPTY = new Uint8Array()

/** The bucket and the parts of the path. */
function pathOf(url: string): [string, ...string[]] {
  const [, bucket, path = ''] = URL_SHAPE.exec(url) ?? []
  if (bucket === undefined) throw new CommandError(`${url} is not an S3 URL such as s3://bucket/folder.`)
  return [bucket, ...path.split('/').filter(Boolean)]
}

const elementOf = (xml: string, name: string): string => xml.split(`<${name}>`)[1]?.split('<', 1)[0] ?? ''

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

function refusal({ status, text }: Answer, url: string): CommandError {
  const code = elementOf(text, 'Code')
  return new CommandError(`${url} was rejected with status ${status}${code && ` (${code})`}.`)
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? message
}

/** Fetches a file over https or from this machine, with limits on time and size. */
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { NetworkDataError } from './errors.ts'

export interface FetchOptions {
  /** Milliseconds since 1970. */
  now(): number
  /** Replaces `fetch` in tests. */
  readonly fetch?: typeof globalThis.fetch
}

export interface Fetched {
  readonly bytes: Buffer
  /** The last modification according to its origin, in milliseconds since 1970. */
  readonly at: number
}

/** The largest known list has 2 MB, the largest database 70 MB. */
const MAX_LIST_BYTES = 32 * 1024 * 1024
const MAX_DATABASE_BYTES = 256 * 1024 * 1024

/** Long enough for a large file over a slow connection. */
const TIMEOUT_MS = 5 * 60_000

export const isUrl = (place: string) => /^[a-z][a-z0-9+.-]+:\/\//i.test(place)

export async function fetchData(
  place: string,
  isDatabase: boolean,
  { now, fetch = globalThis.fetch }: FetchOptions,
): Promise<Fetched> {
  const maxBytes = isDatabase ? MAX_DATABASE_BYTES : MAX_LIST_BYTES
  const found = isUrl(place) ? await download(place, maxBytes, fetch) : await readLocal(place, maxBytes)
  const bytes = await decompressed(found.bytes, maxBytes)
  return { bytes, at: Math.min(found.at ?? now(), now()) }
}

async function download(url: string, maxBytes: number, fetch: typeof globalThis.fetch) {
  if (!url.startsWith('https://'))
    throw new NetworkDataError(`only https:// URLs and file paths are supported, not ${url}`)
  let response: Response
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    throw new NetworkDataError(`${url} could not be fetched (${causeOf(error)})`, { cause: error })
  }
  if (!response.ok) throw new NetworkDataError(`${url} returned status ${response.status}`)
  if (response.url !== '' && !response.url.startsWith('https://')) {
    throw new NetworkDataError(`${url} redirected to ${response.url}, which is not https`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw new NetworkDataError(`${url} has more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof NetworkDataError) throw error
    throw new NetworkDataError(`${url} could not be fetched (${causeOf(error)})`, { cause: error })
  }
  const modified = Date.parse(response.headers.get('last-modified') ?? '')
  return { bytes: Buffer.concat(chunks), at: Number.isNaN(modified) ? null : modified }
}

async function readLocal(path: string, maxBytes: number) {
  try {
    const { size, mtimeMs } = await stat(path)
    if (size > maxBytes) throw new NetworkDataError(`${path} has more than ${maxBytes} bytes`)
    return { bytes: await readFile(path), at: mtimeMs }
  } catch (error) {
    if (error instanceof NetworkDataError) throw error
    throw new NetworkDataError(`${path} cannot be read (${causeOf(error)})`, { cause: error })
  }
}

async function decompressed(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    throw new NetworkDataError(`it cannot be decompressed (${causeOf(error)})`, { cause: error })
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = (error as NodeJS.ErrnoException).code ?? (cause as NodeJS.ErrnoException | undefined)?.code
  return code ?? error.message
}

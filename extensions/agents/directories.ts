/**
 * Fetches key directories of agents, if the operator allows it. Visitors choose the URL, so requests go to public
 * addresses over HTTPS only, are few, short and small, follow no redirects, and are cached.
 */
import { Compile } from 'typebox/schema'
import { guardedRequest, type Resolve } from '../../src/server/addresses/guarded_request.ts'
import { targetOf } from '../../src/server/addresses/target.ts'
import { AgentKey, MAX_AGENT_KEYS } from './contract.ts'
import { isPublishedTestKey, type VerificationKey, verificationKey } from './key_set.ts'

const TIMEOUT_MS = 3_000
const CONCURRENT = 4
const MAX_CACHED = 1_000
const DEFAULT_AGE_S = 3_600
const MIN_AGE_S = 300
const MAX_AGE_S = 86_400
const FAILURE_AGE_S = 300
const MEDIA_TYPE = 'application/http-message-signatures-directory+json'

const isKey = Compile(AgentKey)

export interface DirectoryOptions {
  /** `private`: also plain HTTP and private addresses, for tests. */
  readonly mode: 'no' | 'yes' | 'private'
  readonly userAgent: string
  monotonic?(): number
  readonly resolve?: Resolve
}

export interface Directories {
  readonly isOn: boolean
  /** Whether plain HTTP is allowed. */
  readonly allowHttp: boolean
  /** The keys at a URL; null if they cannot be fetched now. */
  keysAt(url: string): Promise<readonly VerificationKey[] | null>
}

interface Entry {
  readonly keys: readonly VerificationKey[] | null
  readonly until: number
}

export function openDirectories({
  mode,
  userAgent,
  monotonic = () => performance.now(),
  resolve,
}: DirectoryOptions): Directories {
  const allowPrivate = mode === 'private'
  const cached = new Map<string, Entry>()
  const running = new Map<string, Promise<Entry>>()

  async function fetchKeys(url: string): Promise<Entry> {
    try {
      const { status, headers, body, isCut } = await guardedRequest({
        url: targetOf(url, allowPrivate),
        headers: { accept: `${MEDIA_TYPE}, application/json`, 'user-agent': userAgent },
        allowPrivate,
        timeoutMs: TIMEOUT_MS,
        ...(resolve && { resolve }),
      })
      const keys = status === 200 && !isCut ? keysIn(JSON.parse(body.toString())) : null
      if (keys !== null) return { keys, until: monotonic() + 1_000 * ageOf(headers['cache-control']) }
    } catch {
      // An unreachable directory says nothing about the signer.
    }
    // Keys fetched before stay valid, or an outage of the directory would revoke them.
    return { keys: cached.get(url)?.keys ?? null, until: monotonic() + 1_000 * FAILURE_AGE_S }
  }

  async function refreshed(url: string): Promise<Entry> {
    const entry = await fetchKeys(url)
    cached.delete(url)
    if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value as string)
    cached.set(url, entry)
    return entry
  }

  return {
    isOn: mode !== 'no',
    allowHttp: allowPrivate,
    async keysAt(url) {
      const known = cached.get(url)
      if (mode === 'no') return null
      if (known !== undefined && known.until > monotonic()) return known.keys
      let pending = running.get(url)
      if (pending === undefined) {
        if (running.size >= CONCURRENT) return known?.keys ?? null
        pending = refreshed(url).finally(() => running.delete(url))
        running.set(url, pending)
      }
      return (await pending).keys
    },
  }
}

/** Published test keys are left out: anyone can sign with them. */
function keysIn(document: unknown): VerificationKey[] | null {
  const { keys } = (document ?? {}) as { readonly keys?: unknown }
  if (!Array.isArray(keys)) return null
  return keys.slice(0, MAX_AGENT_KEYS).flatMap((jwk) => {
    const key = isKey.Check(jwk) ? verificationKey(jwk) : null
    return key === null || isPublishedTestKey(key.keyId) ? [] : [key]
  })
}

function ageOf(cacheControl: string | undefined): number {
  const given = Number(/\bmax-age=(\d{1,9})/.exec(cacheControl ?? '')?.[1] ?? DEFAULT_AGE_S)
  return Math.min(MAX_AGE_S, Math.max(MIN_AGE_S, given))
}

/**
 * Keys: `bh_pk_` (site key, public, sends batches only) or `bh_sk_` (secret key, reads), `test_` for a test key, then
 * 160 random bits and a checksum. A secret key is shown once, and only its SHA-256 is stored. A site key is stored and
 * shown whole. The owner of a test key is the live workspace; it reads and writes only the workspace of test mode.
 */

import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { OverlapHours } from '../../contract/dashboard/page.ts'
import type { KeyRow, KeyStore, Scope } from '../../store/keys.ts'
import { testWorkspaceOf } from '../../store/test_workspace.ts'
import { normalizeOrigin } from '../addresses/origin.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 62^27 is the first power of 62 above 2^160. */
const SECRET_CHARS = 27
/** 62^6 is the first above 2^32. */
const CHECKSUM_CHARS = 6
/** Enough to recognize a key, too few to help guess the other 23 characters. */
const SHOWN_CHARS = 4

const PREFIX = { site: 'bh_pk_', secret: 'bh_sk_' } as const
const TEST = 'test_'
const SHAPE = new RegExp(`^bh_(?:pk|sk)_(?:${TEST})?[0-9A-Za-z]{${SECRET_CHARS + CHECKSUM_CHARS}}$`)

export type KeyKind = KeyRow['kind']

const HOUR_MS = 3_600_000

/** A new key. Its text is available only here. */
export interface IssuedKey {
  readonly key: string
  readonly row: KeyRow
}

export interface KeyRequest {
  readonly workspace: string
  readonly kind: KeyKind
  readonly name: string
  /** Secret keys only. */
  readonly scopes?: readonly Scope[]
  /** Site keys only: `https://example.org` or `https://*.example.org`. Empty: any origin. */
  readonly origins?: readonly string[]
  readonly expiresAt?: number
  /** A test key. Call `openTestWorkspace` too. */
  readonly isTest?: boolean
}

/** Throws `OriginError` if an origin is invalid. */
export async function createKey(keys: KeyStore, request: KeyRequest, now: number): Promise<IssuedKey> {
  const key = mintKey(request.kind, request.isTest)
  const row: KeyRow = {
    id: `key_${randomText(16)}`,
    workspace: request.workspace,
    kind: request.kind,
    name: request.name,
    hash: hashKey(key),
    prefix: request.kind === 'site' ? key : shortPrefix(key),
    last4: key.slice(-4),
    scopes: request.kind === 'secret' ? (request.scopes ?? []) : [],
    origins: request.kind === 'site' ? (request.origins ?? []).map(normalizeOrigin) : [],
    createdAt: now,
    lastUsedAt: null,
    expiresAt: request.expiresAt ?? null,
    revokedAt: null,
  }
  await keys.create(row)
  return { key, row }
}

/** The whole key of a site. Null for a secret key. */
export const wholeSiteKey = ({ kind, prefix }: Pick<KeyRow, 'kind' | 'prefix'>): string | null =>
  kind === 'site' && isWellFormedKey(prefix) ? prefix : null

/** The first characters of a key. */
export const shortPrefix = (key: string): string =>
  key.slice(0, PREFIX.site.length + (isTestText(key) ? TEST.length : 0) + SHOWN_CHARS)

const isTestText = (key: string): boolean => key.startsWith(TEST, PREFIX.site.length)

export const isTestKey = ({ prefix }: Pick<KeyRow, 'prefix'>): boolean => isTestText(prefix)

/** The workspace that the key reads and writes. */
export const dataWorkspaceOf = (key: KeyRow): string =>
  isTestKey(key) ? testWorkspaceOf(key.workspace) : key.workspace

/**
 * A new key with the same name and rights; the old one expires when the overlap ends, or is revoked without one. Null: no
 * such live key.
 */
export async function rotateKey(
  keys: KeyStore,
  workspace: string,
  id: string,
  overlapHours: OverlapHours,
  now: number,
): Promise<IssuedKey | null> {
  const old = (await keys.list(workspace)).find((key) => key.id === id)
  if (old === undefined || !isLive(old, now)) return null
  const { kind, name, scopes, origins } = old
  const request = { workspace, kind, name, scopes, origins, isTest: isTestKey(old) }
  const issued = await createKey(keys, request, now)
  const endsAt = now + overlapHours * HOUR_MS
  if (overlapHours === 0) await keys.revoke(workspace, id, now)
  else if (old.expiresAt === null || old.expiresAt > endsAt) await keys.expire(workspace, id, endsAt)
  return issued
}

/** False: no such live key. Other nodes may accept a cached key for up to `KEY_STALE_MS`. */
export function revokeKey(keys: KeyStore, workspace: string, id: string, now: number): Promise<boolean> {
  return keys.revoke(workspace, id, now)
}

/** A key is revoked at once and for good: a clock that is set back does not make it live again. */
export function isLive({ revokedAt, expiresAt }: KeyRow, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}

export function mintKey(kind: KeyKind, isTest = false): string {
  const body = PREFIX[kind] + (isTest ? TEST : '') + randomText(SECRET_CHARS)
  return body + checksum(body)
}

/** Whether shape and checksum are those of a key. Needs no lookup. */
export function isWellFormedKey(text: string): boolean {
  return SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS)
}

export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    text = ALPHABET[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Discards bytes from 248 up, so that every character is equally likely. */
export function randomText(chars: number): string {
  let text = ''
  while (text.length < chars) {
    for (const byte of randomBytes(chars * 2)) {
      if (byte < 248 && text.length < chars) text += ALPHABET[byte % 62]
    }
  }
  return text
}

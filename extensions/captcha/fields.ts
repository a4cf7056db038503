/** The fields of a verification: a form (URL-encoded or multipart) or JSON. Null: the body is none of them. */
import { IDEMPOTENCY_CHARS } from '../../src/contract/result.ts'

export interface Fields {
  readonly secret: string
  readonly response: string
  /** hCaptcha: the site key that the response must belong to. */
  readonly sitekey: string
  /** The host of the page must be one of these; empty: any. */
  readonly hostnames: readonly string[]
  /** Turnstile: the same response may be verified again with the same key. */
  readonly idempotencyKey: string
}

/** `query`: of the URL, because clients can often change the URL but not the fields. */
export async function readFields(
  type: string | undefined,
  body: Buffer,
  query = new URLSearchParams(),
): Promise<Fields | null> {
  const given = /json/i.test(type ?? '') ? jsonFields(body) : await formFields(type, body)
  if (given === null) return null
  const text = (name: string) => given.get(name) ?? ''
  const idempotencyKey = text('idempotency_key')
  if (idempotencyKey.length > IDEMPOTENCY_CHARS) return null
  return {
    secret: text('secret'),
    response: text('response'),
    sitekey: text('sitekey') || (query.get('sitekey') ?? ''),
    hostnames: query.getAll('hostname'),
    idempotencyKey,
  }
}

function jsonFields(body: Buffer): ReadonlyMap<string, string> | null {
  try {
    const value: unknown = JSON.parse(body.toString())
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return new Map(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return null
  }
}

/** Many clients send a form without naming its type. */
async function formFields(type = 'application/x-www-form-urlencoded', body: Buffer) {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return new Map([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return null
  }
}

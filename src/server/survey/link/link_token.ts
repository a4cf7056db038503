/**
 * Survey links: AES-256-GCM of their content, with a key of the service. Only the owner can create one, so that no
 * link leads anywhere else, and a participant cannot read a completion code out of a link.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/schema'
import type { KeyStore } from '../../../store/keys.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Authenticated too, so that no other text sealed with the same key is a link. */
const PURPOSE = Buffer.from('byhand survey link 1')

const SurveyLink = Type.Union([
  Type.Object({
    kind: Type.Literal('start'),
    title: Type.String(),
    siteKey: Type.String(),
    /** With `{participant}` and `{session}`. */
    surveyUrl: Type.String(),
    asksConsent: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal('end'), title: Type.String(), completionUrl: Type.String() }),
  Type.Object({ kind: Type.Literal('end'), title: Type.String(), completionCode: Type.String() }),
])
export type SurveyLink = Static<typeof SurveyLink>

const isLink = Compile(SurveyLink)

export const linkSecret = (keys: KeyStore): Promise<Uint8Array> =>
  keys.secret('survey-links', randomBytes(KEY_BYTES))

export function sealLink(secret: Uint8Array, link: SurveyLink): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, secret, nonce).setAAD(PURPOSE)
  const text = Buffer.concat([cipher.update(JSON.stringify(link)), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** Null: not a link of this service. */
export function unsealLink(secret: Uint8Array, token: string): SurveyLink | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(PURPOSE).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    const link: unknown = JSON.parse(opened.toString())
    return isLink.Check(link) ? link : null
  } catch {
    return null
  }
}

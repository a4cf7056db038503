/**
 * Survey links: their content, sealed with a key of the service. Only the owner can create one, so that no link leads
 * anywhere else, and a participant cannot read a completion code out of a link.
 */
import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/schema'
import type { KeyStore } from '../../../store/keys.ts'
import { openSealedJson, sealJson } from '../../workspace/sealed_json.ts'

const KEY_BYTES = 32
const PURPOSE = 'byhand survey link 1'

const SurveyLink = Type.Union([
  Type.Object({
    kind: Type.Literal('start'),
    title: Type.String(),
    siteKey: Type.String(),
    /** With `{participant}`, `{session}` and `{condition}`. */
    surveyUrl: Type.String(),
    asksConsent: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal('end'), title: Type.String(), completionUrl: Type.String() }),
  Type.Object({ kind: Type.Literal('end'), title: Type.String(), completionCode: Type.String() }),
])
export type SurveyLink = Static<typeof SurveyLink>

const isLink = Compile(SurveyLink)

export const linkSecret = (keys: Pick<KeyStore, 'secret'>): Promise<Uint8Array> =>
  keys.secret('survey-links', randomBytes(KEY_BYTES))

export const sealLink = (secret: Uint8Array, link: SurveyLink): string =>
  sealJson(secret, PURPOSE, JSON.stringify(link))

/** Null: not a link of this service. */
export function unsealLink(secret: Uint8Array, token: string): SurveyLink | null {
  const link = openSealedJson(secret, PURPOSE, token)
  return isLink.Check(link) ? link : null
}

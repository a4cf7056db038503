/**
 * Pseudonyms for the audit log, which must not keep the ID of an erased person. They are keyed, because user and
 * participant IDs can be guessed: without the secret of the workspace, nobody can test whether a pseudonym belongs to an
 * ID. The same ID has the same pseudonym, so that repeated requests can be recognized.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { ErasureRequest } from '../../contract/dashboard/privacy.ts'
import type { KeyStore } from '../../store/keys.ts'

const SECRET_BYTES = 32
/** 64 bits: no two persons of a workspace share a pseudonym by chance. */
const DIGITS = 16

export interface Pseudonyms {
  /** Such as `session 2f1c…`. */
  of(kind: string, id: string): string
  ofSubject(subject: ErasureRequest): string
}

export async function openPseudonyms(keys: Pick<KeyStore, 'secret'>, workspace: string): Promise<Pseudonyms> {
  const secret = await keys.secret(`audit-${workspace}`, randomBytes(SECRET_BYTES))
  const of = (kind: string, id: string): string =>
    `${kind} ${createHmac('sha256', secret).update(`${kind}\n${id}`).digest('hex').slice(0, DIGITS)}`
  return {
    of,
    ofSubject(subject) {
      const [kind = ''] = Object.keys(subject)
      return of(kind.replace('_id', ''), JSON.stringify(subject))
    },
  }
}

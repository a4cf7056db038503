/** Public keys of agents: JWK sets, thumbprints (RFC 7638, RFC 8037) and signature algorithms. */
import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { AgentKey } from './contract.ts'

export const ALGORITHMS = [
  'ed25519',
  'rsa-pss-sha512',
  'rsa-v1_5-sha256',
  'ecdsa-p256-sha256',
  'ecdsa-p384-sha384',
] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export interface VerificationKey {
  /** The thumbprint, which signatures name as `keyid`. */
  readonly keyId: string
  readonly key: KeyObject
  /** The algorithms that the key may be used with; the first one if a signature names none. */
  readonly algorithms: readonly Algorithm[]
  /** In seconds. */
  readonly notBefore: number
  readonly notAfter: number
}

/** Their private halves are printed in RFC 9421, so that anyone can sign with them. */
const PUBLISHED = new Set([
  'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
  'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA',
])
export const isPublishedTestKey = (keyId: string): boolean => PUBLISHED.has(keyId)

const RSA_BITS = 2_048

/** Names of JOSE, which some directories use in place of those of RFC 9421. */
const JOSE: Readonly<Record<string, Algorithm>> = {
  EdDSA: 'ed25519',
  Ed25519: 'ed25519',
  PS512: 'rsa-pss-sha512',
  RS256: 'rsa-v1_5-sha256',
  ES256: 'ecdsa-p256-sha256',
  ES384: 'ecdsa-p384-sha384',
}

/** Null for a key of a kind that is not supported. */
export function verificationKey(jwk: AgentKey): VerificationKey | null {
  const members = thumbprintMembers(jwk)
  const algorithms = algorithmsOf(jwk)
  if (members === null || algorithms.length === 0) return null
  try {
    const key = createPublicKey({ key: { ...members }, format: 'jwk' })
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS) {
      return null
    }
    return {
      keyId: createHash('sha256').update(JSON.stringify(members)).digest('base64url'),
      key,
      algorithms,
      notBefore: jwk.nbf ?? 0,
      notAfter: jwk.exp ?? Number.POSITIVE_INFINITY,
    }
  } catch {
    return null
  }
}

/** The required members in alphabetical order; private members are left out. */
function thumbprintMembers({ kty, crv, x, y, e, n }: AgentKey): Readonly<Record<string, string>> | null {
  if (kty === 'OKP' && crv === 'Ed25519' && x) return { crv, kty, x }
  if (kty === 'EC' && crv && x && y) return { crv, kty, x, y }
  if (kty === 'RSA' && e && n) return { e, kty, n }
  return null
}

function algorithmsOf({ kty, crv, alg }: AgentKey): Algorithm[] {
  const fitting: Algorithm[] =
    kty === 'OKP'
      ? ['ed25519']
      : kty === 'RSA'
        ? ['rsa-pss-sha512', 'rsa-v1_5-sha256']
        : crv === 'P-256'
          ? ['ecdsa-p256-sha256']
          : crv === 'P-384'
            ? ['ecdsa-p384-sha384']
            : []
  return alg === undefined ? fitting : fitting.filter((name) => name === (JOSE[alg] ?? alg))
}

export function isSignedBy(
  { key }: VerificationKey,
  algorithm: Algorithm,
  base: string,
  signature: Uint8Array,
): boolean {
  const data = Buffer.from(base)
  const curve = { key, dsaEncoding: 'ieee-p1363' as const }
  switch (algorithm) {
    case 'ed25519':
      return verify(null, data, key, signature)
    case 'rsa-pss-sha512':
      return verify(
        'sha512',
        data,
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
        signature,
      )
    case 'rsa-v1_5-sha256':
      return verify('sha256', data, { key, padding: constants.RSA_PKCS1_PADDING }, signature)
    case 'ecdsa-p256-sha256':
      return verify('sha256', data, curve, signature)
    case 'ecdsa-p384-sha384':
      return verify('sha384', data, curve, signature)
  }
}

/** The public test vectors of Web Bot Auth, each also with one changed byte, and requests signed here. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isInnerList, parseDictionary } from 'structured-headers'
import { describe, expect, it } from 'vitest'
import type { SignedMessage } from '../../src/server/http/signed_message.ts'
import type { AgentKey } from './contract.ts'
import { isPublishedTestKey, type VerificationKey, verificationKey } from './key_set.ts'
import { signatureBase } from './message.ts'
import given from './public_vectors.json' with { type: 'json' }
import { checkPeriod, checkSignature, isSigned, readSignatures, SignatureFault } from './signature.ts'

const DAY_S = 86_400
const keyOf = (jwk: AgentKey) => verificationKey(jwk) as VerificationKey

const request: SignedMessage = {
  method: 'GET',
  scheme: 'https',
  authority: 'example.com',
  target: '/path/to/resource',
  headers: {},
}

/** The status of a signature, or `verified`. */
function statusOf(message: SignedMessage, key: VerificationKey, now: number, maxAge = DAY_S): string {
  try {
    const [signature] = readSignatures(message)
    if (signature === undefined) return 'none'
    checkPeriod(signature, now, maxAge)
    if (signature.keyId !== key.keyId) return 'other key'
    checkSignature(signature, message, key, now)
    return 'verified'
  } catch (error) {
    if (error instanceof SignatureFault) return error.status
    throw error
  }
}

const replaced = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

describe.each(given.vectors)('the public vector $name', ({ headers, key: kind, created }) => {
  const key = keyOf(given.keys[kind as 'rsa' | 'ed25519'])
  const message = { ...request, headers }

  it('is verified', () => {
    expect(isSigned(message)).toBe(true)
    expect(statusOf(message, key, created + 10)).toBe('verified')
    expect(isPublishedTestKey(key.keyId)).toBe(true)
  })

  it('is not verified with one changed byte', () => {
    const { signature } = headers
    for (const at of [8, 30, signature.length - 10]) {
      const changed = { ...headers, signature: replaced(signature, at) }
      expect(statusOf({ ...message, headers: changed }, key, created + 10)).toBe('invalid')
    }
    const input = headers['signature-input']
    for (const at of [input.indexOf('nonce="') + 9, input.indexOf('keyid="') + 9]) {
      const changed = { ...headers, 'signature-input': replaced(input, at) }
      expect(statusOf({ ...message, headers: changed }, key, created + 10)).not.toBe('verified')
    }
    const agent = (headers as Record<string, string>)['signature-agent']
    if (agent !== undefined) {
      const changed = { ...headers, 'signature-agent': agent.replace('agent.test', 'bgent.test') }
      expect(statusOf({ ...message, headers: changed }, key, created + 10)).toBe('invalid')
    }
  })

  it('is not verified for another host, with another key or outside its period', () => {
    expect(statusOf({ ...message, authority: 'example.org' }, key, created + 10)).toBe('invalid')
    expect(statusOf({ ...message, authority: 'EXAMPLE.com:443' }, key, created + 10)).toBe('verified')
    expect(statusOf(message, key, created - 61)).toBe('invalid')
    expect(statusOf(message, key, created + DAY_S + 1)).toBe('expired')
    const expires = Number(/;expires=(\d+)/.exec(headers['signature-input'])?.[1])
    expect(statusOf(message, key, expires, 1e12)).toBe('expired')
    expect(statusOf(message, key, expires - 1, 1e12)).toBe('verified')
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) as AgentKey
    const posing = { ...keyOf(other), keyId: key.keyId }
    expect(statusOf(message, posing, created + 10)).toBe('invalid')
  })
})

interface Signer {
  readonly jwk: AgentKey
  readonly sign: (data: Buffer) => Buffer
}

const exported = (key: KeyObject) => key.export({ format: 'jwk' }) as AgentKey

const SIGNERS: Readonly<Record<string, () => Signer>> = {
  ed25519() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    return { jwk: exported(publicKey), sign: (data) => sign(null, data, privateKey) }
  },
  'ecdsa-p256-sha256'() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const options = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
    return { jwk: exported(publicKey), sign: (data) => sign('sha256', data, options) }
  },
  'ecdsa-p384-sha384'() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const options = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
    return { jwk: exported(publicKey), sign: (data) => sign('sha384', data, options) }
  },
}

function signed(
  message: SignedMessage,
  { jwk, sign: make }: Signer,
  covered: string,
  more = ';nonce="n"',
): SignedMessage {
  const params = `created=1000;expires=2000;keyid="${keyOf(jwk).keyId}"${more};tag="web-bot-auth"`
  const input = `sig1=(${covered});${params}`
  const headers = { ...message.headers, 'signature-input': input }
  const list = parseDictionary(input).get('sig1')
  if (list === undefined || !isInnerList(list)) throw new Error('no list')
  const base = signatureBase({ ...message, headers }, list)
  const signature = `sig1=:${make(Buffer.from(base)).toString('base64')}:`
  return { ...message, headers: { ...headers, signature } }
}

const post: SignedMessage = {
  ...request,
  method: 'POST',
  target: '/a/b?x=1&y=a%20b&x=2',
  headers: { 'signature-agent': 'sig1="https://agent.test"', accept: 'text/html', 'x-list': 'a=1,  b;c' },
}
const AGENT = '"signature-agent";key="sig1"'
const ed25519 = (SIGNERS.ed25519 as () => Signer)()

describe('a signature', () => {
  it.each(Object.keys(SIGNERS))('with %s is verified, and only with that algorithm', (name) => {
    const signer = (SIGNERS[name] as () => Signer)()
    const message = signed(post, signer, `"@authority" ${AGENT}`, `;nonce="n";alg="${name}"`)
    expect(statusOf(message, keyOf(signer.jwk), 1_500)).toBe('verified')
    expect(statusOf(message, { ...keyOf(signer.jwk), algorithms: ['rsa-v1_5-sha256'] }, 1_500)).toBe(
      'invalid',
    )
    const restricted = keyOf({ ...signer.jwk, alg: name })
    expect(statusOf(message, restricted, 1_500)).toBe('verified')
  })

  it('covers every part of a request', () => {
    const parts = `"@method" "@authority" "@scheme" "@target-uri" "@request-target" "@path" "@query"`
    const params = '"@query-param";name="y" "accept" "x-list";sf "x-list";key="b"'
    const message = signed(post, ed25519, `${parts} ${params} ${AGENT}`)
    const key = keyOf(ed25519.jwk)
    expect(statusOf(message, key, 1_500)).toBe('verified')
    expect(statusOf({ ...message, method: 'GET' }, key, 1_500)).toBe('invalid')
    expect(statusOf({ ...message, scheme: 'http' }, key, 1_500)).toBe('invalid')
    expect(statusOf({ ...message, target: '/a/b?x=1&y=a%20b&x=3' }, key, 1_500)).toBe('invalid')
    const { accept: _, ...without } = message.headers
    expect(statusOf({ ...message, headers: without }, key, 1_500)).toBe('unverified')
  })

  it.each([
    ['without the host', `"@method" ${AGENT}`, 'invalid'],
    ['without its agent', '"@authority"', 'invalid'],
    ['with a body, which the service does not get', `"@authority" "content-digest" ${AGENT}`, 'unverified'],
    ['with an unknown part', `"@authority" "@body" ${AGENT}`, 'unverified'],
  ])('%s is not verified', (_, covered, status) => {
    const input = `sig1=(${covered});created=1000;expires=2000;nonce="n";keyid="${keyOf(ed25519.jwk).keyId}";tag="web-bot-auth"`
    const headers = { ...post.headers, 'signature-input': input, signature: 'sig1=:AAAA:' }
    expect(statusOf({ ...post, headers }, keyOf(ed25519.jwk), 1_500)).toBe(status)
  })

  it('is not verified outside the period of its key', () => {
    const message = signed(post, ed25519, `"@authority" ${AGENT}`)
    const { jwk } = ed25519
    expect(statusOf(message, keyOf({ ...jwk, nbf: 1_400, exp: 1_600 }), 1_500)).toBe('verified')
    expect(statusOf(message, keyOf({ ...jwk, nbf: 1_600 }), 1_500)).toBe('expired')
    expect(statusOf(message, keyOf({ ...jwk, exp: 1_400 }), 1_500)).toBe('expired')
  })

  it('without a nonce is verified only if its life is short', () => {
    const message = signed(post, ed25519, `"@authority" ${AGENT}`, '')
    expect(statusOf(message, keyOf(ed25519.jwk), 1_500)).toBe('unverified')
    const [long] = readSignatures(message)
    if (long === undefined) throw new Error('no signature')
    expect(checkPeriod({ ...long, expires: 1_300 }, 1_100, DAY_S)).toBe(1_300)
    expect(() => checkPeriod({ ...long, expires: 1_301 }, 1_100, DAY_S)).toThrow('no nonce')
    // Control: the same with a nonce.
    expect(checkPeriod({ ...long, nonce: 'n' }, 1_500, DAY_S)).toBe(2_000)
    const numbered = signed(post, ed25519, `"@authority" ${AGENT}`, ';nonce=1')
    expect(statusOf(numbered, keyOf(ed25519.jwk), 1_500)).toBe('invalid')
  })

  it('of another purpose does not count', () => {
    const headers = { 'signature-input': 'sig1=("@authority");tag="other"', signature: 'sig1=:AAAA:' }
    expect(isSigned({ headers })).toBe(false)
    expect(readSignatures({ ...request, headers })).toEqual([])
  })

  it.each(['sig1=', 'sig1=("@authority"', 'sig1=("@authority");tag="web-bot-auth', '=1', 'sig1=("a"),'])(
    'with malformed headers is invalid: %s',
    (input) => {
      const headers = { 'signature-input': input, signature: 'sig1=:AAAA:' }
      expect(statusOf({ ...request, headers }, keyOf(ed25519.jwk), 1_500)).toBe('invalid')
    },
  )
})

describe('keys', () => {
  it('that are weak or of another kind are refused', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey
    expect(verificationKey(exported(weak))).toBeNull()
    expect(verificationKey({ kty: 'oct' })).toBeNull()
    expect(verificationKey({ kty: 'EC', crv: 'P-521', x: 'AA', y: 'AA' })).toBeNull()
    expect(verificationKey({ kty: 'OKP', crv: 'Ed25519', x: 'short' })).toBeNull()
    expect(verificationKey({ ...ed25519.jwk, alg: 'HS256' })).toBeNull()
  })
})

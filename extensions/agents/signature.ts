/** Web Bot Auth: signatures in a request, and whether one of them is valid under a key. */
import {
  type InnerList,
  type Item,
  isInnerList,
  ParseError,
  parseDictionary,
  parseItem,
  Token,
} from 'structured-headers'
import type { SignedMessage } from '../../src/server/http/signed_message.ts'
import { isSignedBy, type VerificationKey } from './key_set.ts'
import { componentName, signatureBase, UnknownComponent } from './message.ts'

const TAG = 'web-bot-auth'
/** Verifying more of them would let one request use much time. */
const MAX_SIGNATURES = 3
/** Clocks of signers may be this far ahead. */
const CLOCK_SKEW_S = 60
/**
 * The nonce is optional in Web Bot Auth. Without one, a repetition cannot be told from another request of the same
 * second, so only a short life limits the use of a captured signature.
 */
const MAX_LIFE_WITHOUT_NONCE_S = 300

export type FaultStatus = 'invalid' | 'expired' | 'unverified'

export class SignatureFault extends Error {
  override readonly name = 'SignatureFault'
  readonly status: FaultStatus

  constructor(status: FaultStatus, reason: string) {
    super(reason)
    this.status = status
  }
}

/** A member of the header `Signature-Agent`. */
export interface AgentMember {
  readonly url: string
  /** How the URL leads to keys. */
  readonly type: string
}

export interface AgentSignature {
  readonly covered: InnerList
  readonly signature: Uint8Array
  readonly keyId: string
  /** In seconds. */
  readonly created: number
  readonly expires: number
  /** Unique for the key while the signature is valid; null if there is none. */
  readonly nonce: string | null
  /** Null if the request has no `Signature-Agent`. */
  readonly agent: AgentMember | null
}

/** Whether a request claims to come from an agent. Costs nothing for all other requests. */
export const isSigned = ({ headers }: Pick<SignedMessage, 'headers'>): boolean =>
  headers['signature-agent'] !== undefined || headers['signature-input']?.includes(TAG) === true

/** Signatures with the tag of Web Bot Auth. Throws a `SignatureFault` if the headers are malformed. */
export function readSignatures({ headers }: SignedMessage): AgentSignature[] {
  try {
    const inputs = [...parseDictionary(headers['signature-input'] ?? '')]
    const signatures = parseDictionary(headers.signature ?? '')
    return inputs
      .flatMap(([label, input]) =>
        isInnerList(input) && input[1].get('tag') === TAG
          ? [signatureOf(input, signatures.get(label), headers['signature-agent'], label)]
          : [],
      )
      .slice(0, MAX_SIGNATURES)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw new SignatureFault('invalid', 'The signature headers are malformed')
  }
}

function signatureOf(
  covered: InnerList,
  value: Item | InnerList | undefined,
  agentHeader: string | undefined,
  label: string,
): AgentSignature {
  const [components, params] = covered
  const [keyId, created, expires] = [params.get('keyid'), params.get('created'), params.get('expires')]
  if (value === undefined || isInnerList(value) || !(value[0] instanceof ArrayBuffer)) {
    throw new SignatureFault('invalid', 'The signature is missing')
  }
  if (typeof keyId !== 'string') throw new SignatureFault('invalid', 'The signature has no keyid')
  if (typeof created !== 'number' || typeof expires !== 'number') {
    throw new SignatureFault('invalid', 'The signature has no created or expires parameter')
  }
  const nonce = params.get('nonce') ?? null
  if (nonce !== null && typeof nonce !== 'string') {
    throw new SignatureFault('invalid', 'The nonce of the signature is not a string')
  }
  const names = components.map(componentName)
  if (!names.includes('@authority') && !names.includes('@target-uri')) {
    throw new SignatureFault('invalid', 'The signature does not cover the host of the request')
  }
  const agent = agentHeader === undefined ? null : coveredAgent(agentHeader, components, label)
  return { covered, signature: new Uint8Array(value[0]), keyId, created, expires, nonce, agent }
}

/** The member that the signature covers. A bare string is the form of earlier drafts. */
function coveredAgent(header: string, components: readonly Item[], label: string): AgentMember {
  const covering = components.filter((item) => componentName(item) === 'signature-agent')
  const isBare = header.trimStart().startsWith('"')
  const keys = covering.map(([, params]) => params.get('key')).filter((key) => typeof key === 'string')
  // A signature may also cover the members of other signers.
  const key = keys.find((each) => each === label) ?? (keys.length === 1 ? keys[0] : undefined)
  let member: Item | InnerList | undefined
  if (isBare && covering.some(([, params]) => params.size === 0)) member = parseItem(header)
  else if (!isBare && key !== undefined) member = parseDictionary(header).get(key)
  if (member === undefined || isInnerList(member) || typeof member[0] !== 'string') {
    throw new SignatureFault('invalid', 'The signature does not cover its Signature-Agent')
  }
  return { url: member[0], type: typeOf(member) }
}

function typeOf([, params]: Item): string {
  const type = params.get('type')
  return type instanceof Token ? type.toString() : type === undefined ? 'directory' : ''
}

/** Returns when the signature expires; throws a `SignatureFault` outside its period. All times in seconds. */
export function checkPeriod(
  { created, expires, nonce }: AgentSignature,
  now: number,
  maxAgeS: number,
): number {
  if (expires <= created)
    throw new SignatureFault('invalid', 'The expires parameter is not later than created')
  if (created > now + CLOCK_SKEW_S) throw new SignatureFault('invalid', 'The signature is from the future')
  if (now >= expires) throw new SignatureFault('expired', 'The signature has expired')
  if (now - created > maxAgeS) throw new SignatureFault('expired', 'The signature is too old')
  if (nonce === null && expires - created > MAX_LIFE_WITHOUT_NONCE_S) {
    throw new SignatureFault(
      'unverified',
      `The signature has no nonce and is valid for more than ${MAX_LIFE_WITHOUT_NONCE_S} seconds`,
    )
  }
  return Math.min(expires, created + maxAgeS + 1)
}

/** Throws a `SignatureFault` unless the key made the signature over this request. `now` in seconds. */
export function checkSignature(
  { covered, signature }: AgentSignature,
  message: SignedMessage,
  key: VerificationKey,
  now: number,
): void {
  if (now < key.notBefore || now >= key.notAfter) {
    throw new SignatureFault('expired', 'The signing key is not valid yet or has expired')
  }
  const named = covered[1].get('alg')
  const algorithm = named === undefined ? key.algorithms[0] : key.algorithms.find((each) => each === named)
  if (algorithm === undefined) {
    throw new SignatureFault('invalid', 'The signature uses an algorithm that its key does not allow')
  }
  if (!isSignedBy(key, algorithm, baseOf(message, covered), signature)) {
    throw new SignatureFault('invalid', 'The signature does not match the request')
  }
}

function baseOf(message: SignedMessage, covered: InnerList): string {
  try {
    return signatureBase(message, covered)
  } catch (error) {
    if (error instanceof ParseError) {
      throw new SignatureFault('invalid', 'A header that the signature covers is malformed')
    }
    if (!(error instanceof UnknownComponent)) throw error
    throw new SignatureFault(
      'unverified',
      `The signature covers a component that cannot be verified: ${error.message}`,
    )
  }
}

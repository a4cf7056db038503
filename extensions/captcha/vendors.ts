/** The response of each captcha vendor, from Byhand's result. */
import type { Decision, Proven } from '../../src/contract/decision.ts'
import type { SignedResult } from '../../src/contract/result.ts'
import type { Assessment } from '../../src/server/signed_results/current_assessment.ts'
import { CAPTCHA_SCRIPTS } from './paths.ts'

/** Why a response is not a success, before it is put into a vendor's words. */
export type Fault =
  | 'missing_secret'
  | 'invalid_secret'
  | 'missing_response'
  | 'invalid_response'
  | 'expired'
  | 'already_used'
  | 'wrong_site_key'
  | 'wrong_host'
  | 'bad_request'
  | 'too_risky'
  | 'step_up'
  | 'internal'

export interface Vendor {
  readonly name: string
  /** The vendor's own path of the verification, below Byhand's host. */
  readonly verifyPath: string
  /** The path of its script. */
  readonly scriptPath: string
  /** Whether a score of 1 means a person. */
  readonly isPersonOne: boolean
  readonly codes: Readonly<Record<Fault, string>>
}

const COMMON = {
  missing_secret: 'missing-input-secret',
  invalid_secret: 'invalid-input-secret',
  missing_response: 'missing-input-response',
  invalid_response: 'invalid-input-response',
  bad_request: 'bad-request',
  // No vendor has a code for a response that is valid but belongs to a bot.
  too_risky: 'risk-too-high',
  // A challenge that was not solved.
  step_up: 'invalid-input-response',
  internal: 'internal-error',
} as const

export const RECAPTCHA: Vendor = {
  name: 'reCAPTCHA',
  verifyPath: '/recaptcha/api/siteverify',
  scriptPath: CAPTCHA_SCRIPTS.recaptcha,
  isPersonOne: true,
  codes: {
    ...COMMON,
    expired: 'timeout-or-duplicate',
    already_used: 'timeout-or-duplicate',
    wrong_site_key: 'invalid-input-response',
    wrong_host: 'invalid-input-response',
  },
}

export const TURNSTILE: Vendor = {
  name: 'Turnstile',
  verifyPath: '/turnstile/v0/siteverify',
  scriptPath: CAPTCHA_SCRIPTS.turnstile,
  isPersonOne: true,
  codes: RECAPTCHA.codes,
}

export const HCAPTCHA: Vendor = {
  name: 'hCaptcha',
  verifyPath: '/hcaptcha/siteverify',
  scriptPath: CAPTCHA_SCRIPTS.hcaptcha,
  isPersonOne: false,
  codes: {
    ...COMMON,
    expired: 'expired-input-response',
    already_used: 'already-seen-response',
    wrong_site_key: 'sitekey-secret-mismatch',
    wrong_host: 'invalid-input-response',
  },
}

/** Without a vendor in the path: as reCAPTCHA, whose contract most clients share. */
export const PLAIN: Vendor = {
  ...RECAPTCHA,
  name: 'plain',
  verifyPath: '/siteverify',
  scriptPath: CAPTCHA_SCRIPTS.plain,
}

export const VENDORS: readonly Vendor[] = [PLAIN, RECAPTCHA, TURNSTILE, HCAPTCHA]

/** The most that a score can say of a visitor, by what the session has proven. The usual threshold is 0.5. */
const MOST_TRUST: Readonly<Record<Proven, number>> = {
  nothing: 0.3,
  recording: 0.3,
  in_time: 0.7,
  challenge: 1,
  behavior: 1,
}
/** At least, for visitors that passed step-up verification. */
const STEP_UP_TRUST = MOST_TRUST.in_time

function mostTrust({ effective_action, proven, step_up }: Assessment): number {
  // The label of a reviewer proves more than the session.
  if (effective_action === 'Auto-accept') return 1
  return step_up === 'passed' ? Math.max(STEP_UP_TRUST, MOST_TRUST[proven]) : MOST_TRUST[proven]
}

/** A score in the vendor's direction, with two decimals. */
export function vendorScore({ isPersonOne }: Vendor, assessment: Assessment): number {
  const trust = Math.min((100 - assessment.risk_score) / 100, mostTrust(assessment))
  return Math.round((isPersonOne ? trust : 1 - trust) * 100) / 100
}

/** Beside the vendor's own codes: says that a task would help. */
const STEP_UP_CODE = 'step-up-required'

export function assessmentBody(vendor: Vendor, result: SignedResult, assessment: Assessment): object {
  const codes: Readonly<Record<Decision, readonly string[]>> = {
    accept: [],
    step_up: [vendor.codes.step_up, STEP_UP_CODE],
    reject: [vendor.codes.too_risky],
  }
  const { decision } = assessment
  return {
    success: decision === 'accept',
    ...details(vendor, result, assessment),
    'error-codes': codes[decision],
  }
}

export const faultBody = ({ codes }: Vendor, fault: Fault): object => ({
  success: false,
  'error-codes': [codes[fault]],
})

function details(vendor: Vendor, result: SignedResult, assessment: Assessment): object {
  const { issued_at, hostname, page_action, page_data } = result
  return {
    challenge_ts: new Date(issued_at).toISOString(),
    hostname,
    score: vendorScore(vendor, assessment),
    action: page_action ?? '',
    ...(vendor === TURNSTILE && { cdata: page_data ?? '' }),
    ...(vendor === HCAPTCHA && { credit: false, score_reason: [] }),
  }
}

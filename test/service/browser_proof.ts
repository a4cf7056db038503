/** What a session of an ordinary browser shows beside its input: a device reading, request headers and the challenge. */
import type { ChallengeAnswer, DeviceReading } from '../../src/contract/batch/batch.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import type { ChallengeResult } from '../../src/contract/network.ts'

export const AGENTS = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:153.0) Gecko/20100101 Firefox/153.0',
} as const

export interface Proof {
  readonly agent?: string
  /** Of the device reading. */
  readonly signals?: DeviceReading['signals']
  readonly device?: readonly DeviceReading[]
  /** Null: not answered. */
  readonly challenge?: ChallengeResult | null
  /** The answer behind it. */
  readonly answer?: ChallengeAnswer
  /** Of the request. */
  readonly headers?: Readonly<Record<string, string>>
}

export const PASSED: ChallengeResult = { result: 'passed', known: true }
/** An answer with the error messages and the layout of the claimed engine, which no measured browser confirms. */
export const INCONCLUSIVE: ChallengeResult = { result: 'unknown', known: false, ownEngine: true }

/** Adds the proof to the first batch. */
export function withProof(
  [first, ...rest]: readonly RecordedBatch[],
  { agent = AGENTS.chrome, signals, device, challenge = PASSED, answer, headers }: Proof = {},
): RecordedBatch[] {
  const { batch, receipt } = first as RecordedBatch
  const reading: DeviceReading = {
    at: 'load',
    signals: { user_agent: agent, engine: 'chromium', languages: ['en'], screen: [1920, 1080], ...signals },
  }
  return [
    {
      batch: { ...batch, device: [...(device ?? [reading])], ...(answer && { challenge: answer }) },
      receipt: {
        ...receipt,
        userAgent: agent,
        acceptLanguage: 'en',
        headers: { 'accept-encoding': 'gzip', ...headers },
        ...(challenge && { challenge }),
      },
    },
    ...rest,
  ]
}

/** Network facts of the IP addresses that a session's batches came from. */
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import type { NetworkProperties } from '../../contract/network.ts'
import { documentsOf } from './documents.ts'

/** Batches for which a fact is true, false or unknown. */
export interface Tally {
  readonly yes: number
  readonly no: number
  readonly unknown: number
}

export interface NetworkFeatures {
  readonly batches: number
  /** Every distinct set of facts, in the order of recording. */
  readonly facts: readonly NetworkProperties[]
  readonly vpn: Tally
  readonly hosting: Tally
  readonly tor: Tally
  /** Batches that came through a privacy relay or a company's web gateway. */
  readonly relayed: number
}

export function networkFeatures(batches: readonly RecordedBatch[]): NetworkFeatures {
  const seen = documentsOf(batches).flatMap((document) =>
    document.batches.map(({ receipt }) => receipt.network),
  )
  const different = new Map<string, NetworkProperties>()
  for (const facts of seen) if (facts) different.set(JSON.stringify(facts), facts)
  return {
    batches: seen.length,
    facts: [...different.values()],
    vpn: tally(seen.map((facts) => facts?.vpn)),
    hosting: tally(seen.map((facts) => facts?.hosting)),
    tor: tally(seen.map((facts) => facts?.tor)),
    relayed: seen.filter((facts) => facts?.relay === true).length,
  }
}

function tally(answers: readonly (boolean | null | undefined)[]): Tally {
  const yes = answers.filter((answer) => answer === true).length
  const no = answers.filter((answer) => answer === false).length
  return { yes, no, unknown: answers.length - yes - no }
}

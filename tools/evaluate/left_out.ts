/** Results of the fit for kinds of automation that were left out of its examples. */
import fitted from '../../src/models/agent_behavior/weights.json' with { type: 'json' }
import { shareOf, writeShare } from './wilson.ts'

interface Found {
  readonly found: number
  readonly of: number
}

export function describeLeftOut(): string {
  const { leftOutTypists, leftOutMice } = fitted.provenance
  const rows = (what: string, kinds: Readonly<Record<string, Found>>): string[] =>
    Object.entries(kinds).map(
      ([name, { found, of }]) => `| ${what} | ${name} | ${writeShare(shareOf(found, of))} |`,
    )
  return [
    'Simulated typists and mice, over the texts and between the places of people. For each kind: the share found by a model',
    'that was fitted without it. No stack of the lab was ever part of a fit.',
    '',
    '| side | kind left out | found |',
    '| --- | --- | --- |',
    ...rows('typing', leftOutTypists),
    ...rows('mouse', leftOutMice),
  ].join('\n')
}

/** Results of the fit for kinds of automation that were left out of its examples, and for people set aside. */
import fitted from '../../src/models/agent_behavior/weights.json' with { type: 'json' }
import { shareOf, writeShare } from './wilson.ts'

interface Found {
  readonly found: number
  readonly foundLonger: number
  readonly foundFitted: number
  readonly of: number
}

interface People {
  readonly detected: number
  readonly of: number
  readonly unknown: number
}

export function describeLeftOut(): string {
  const { leftOutTypists, leftOutMice, peopleSetAside } = fitted.provenance
  const { keys, strokes } = peopleSetAside
  return [
    'Simulated typists and mice, over the texts and between the places of people set aside. For each kind: the share found',
    'by a model that was fitted without it, in a short and in a longer session, and the share found by the shipped model.',
    'No stack of the lab was ever part of a fit. The kinds that play back a person with a change are only evaluated, except',
    'mouse movement with noise.',
    '',
    '| typing, kind left out | found, 300 keys | found, 600 keys | shipped model, 300 keys |',
    '| --- | --- | --- | --- |',
    ...rowsOf(leftOutTypists),
    '',
    '| mouse, kind left out | found, 24 strokes | found, 48 strokes | shipped model, 24 strokes |',
    '| --- | --- | --- | --- |',
    ...rowsOf(leftOutMice),
    '',
    'People set aside whom the model takes for automation. Recordings of one person are joined, and read to the end: this',
    'is stricter than single sessions. The limits lie above the sums of the people who are not set aside.',
    '',
    '| people set aside | detected | unknown |',
    '| --- | --- | --- |',
    ...peopleRows('typing', keys.bySet),
    ...peopleRows('mouse', strokes.bySet),
    '',
    'The same people as another device or browser would have recorded them:',
    '',
    '| recorded with | detected | unknown |',
    '| --- | --- | --- |',
    ...peopleRows('typing', keys.disturbed),
    ...peopleRows('mouse', strokes.disturbed),
  ].join('\n')
}

const rowsOf = (kinds: Readonly<Record<string, Found>>): string[] =>
  Object.entries(kinds).map(([name, { found, foundLonger, foundFitted, of }]) => {
    const shares = [found, foundLonger, foundFitted].map((count) => writeShare(shareOf(count, of)))
    return `| ${name} | ${shares.join(' | ')} |`
  })

const peopleRows = (what: string, all: Readonly<Record<string, People>>): string[] =>
  Object.entries(all).map(
    ([name, { detected, of, unknown }]) =>
      `| ${what}: ${name} | ${writeShare(shareOf(detected, of))} | ${unknown} |`,
  )

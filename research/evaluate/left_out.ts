/** Results of the fit for kinds of automation that were left out of its examples, and for held-out people. */
import fitted from '../../src/models/agent_behavior/weights.json' with { type: 'json' }
import type { Cell, Table } from '../../tools/tables.ts'

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

export function behaviorTables(): Table[] {
  const { leftOutTypists, leftOutMice, peopleHeldOut } = fitted.provenance
  const { keys, strokes } = peopleHeldOut
  return [
    {
      id: 'typing',
      title: 'Simulated typing, by kind left out of the fit',
      head: ['kind', 'found, 300 keys', 'found, 600 keys', 'shipped model, 300 keys'],
      rows: rowsOf(leftOutTypists),
    },
    {
      id: 'mouse',
      title: 'Simulated mouse movement, by kind left out of the fit',
      head: ['kind', 'found, 24 strokes', 'found, 48 strokes', 'shipped model, 24 strokes'],
      rows: rowsOf(leftOutMice),
    },
    {
      id: 'people',
      title: 'Held-out people classified as automation',
      note: 'All recordings of a person are joined, which is stricter than single sessions. The rule for the thresholds was chosen after seeing this table.',
      head: ['data set', 'detected', '`Unknown`'],
      rows: [...peopleRows('typing', keys.bySet), ...peopleRows('mouse', strokes.bySet)],
    },
    {
      id: 'devices',
      title: 'The same people, as another device or browser would record them',
      head: ['recorded with', 'detected', '`Unknown`'],
      rows: [...peopleRows('typing', keys.disturbed), ...peopleRows('mouse', strokes.disturbed)],
    },
  ]
}

/** Names that differ from those in the weights. */
const NAMES: Readonly<Record<string, string>> = {
  'replayed, turned and scaled': 'replayed, rotated and scaled',
}

const rowsOf = (kinds: Readonly<Record<string, Found>>): Cell[][] =>
  Object.entries(kinds).map(([name, { found, foundLonger, foundFitted, of }]) => [
    NAMES[name] ?? name,
    [found, of],
    [foundLonger, of],
    [foundFitted, of],
  ])

const peopleRows = (what: string, all: Readonly<Record<string, People>>): Cell[][] =>
  Object.entries(all).map(([name, { detected, of, unknown }]) => [
    `${what}: ${name}`,
    [detected, of],
    unknown,
  ])

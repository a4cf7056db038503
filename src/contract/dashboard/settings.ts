/** GET/PUT /settings, POST /settings/what-if. */
import { type Static, Type } from 'typebox'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../checks.ts'
import { Closed, OrNull, Time } from './page.ts'
import { Action, BandCounts, CheckName, Label } from './sessions.ts'

const Weight = Type.Number({ minimum: 0, maximum: 100 })
const CHECKS = [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]
const Weights = Type.Partial(
  Type.Object(
    Object.fromEntries(CHECKS.map((name) => [name, Weight])) as Record<SessionCheckName, typeof Weight>,
  ),
  { additionalProperties: false },
)
const Bound = Type.Integer({ minimum: 1, maximum: 100 })

/** Days; absent: kept forever. */
export const Retention = Closed({
  session_days: OrNull(Type.Integer({ minimum: 1, maximum: 3650 })),
  survey_days: OrNull(Type.Integer({ minimum: 1, maximum: 3650 })),
})
export type Retention = Static<typeof Retention>

export const Bands = Type.Tuple([Bound, Bound, Bound])

export const SettingsChange = Closed({
  /** Only values that differ from the default. */
  weights: Weights,
  /** Lowest score of the second, third and fourth action, ascending. */
  bands: Bands,
  monitor_only: Type.Boolean(),
  retention: Retention,
})
export type SettingsChange = Static<typeof SettingsChange>

export const SettingsView = Closed({
  ...SettingsChange.properties,
  defaults: Closed({
    weights: Type.Array(Closed({ check: CheckName, group: Type.String(), weight: Type.Number() })),
    caps: Type.Array(Closed({ group: Type.String(), cap: Type.Number() })),
    bands: Bands,
  }),
  /** Whether past sessions are being rescored with these settings. */
  rescoring: Type.Boolean(),
})
export type SettingsView = Static<typeof SettingsView>

export const WhatIfRequest = Closed({
  weights: SettingsChange.properties.weights,
  bands: Bands,
  monitor_only: Type.Boolean(),
})
export type WhatIfRequest = Static<typeof WhatIfRequest>

const Verdicts = Closed({
  /** Labeled sessions by recommended action. Set aside: review or reject. */
  people_passed: Type.Integer(),
  people_set_aside: Type.Integer(),
  bots_passed: Type.Integer(),
  bots_set_aside: Type.Integer(),
})

export const WhatIf = Closed({
  /** Computed on this many of the newest of `stored` sessions. */
  computed_on: Type.Integer(),
  stored: Type.Integer(),
  before: BandCounts,
  after: BandCounts,
  changed: Type.Integer(),
  moves: Type.Array(Closed({ from: Action, to: Action, count: Type.Integer() })),
  /** Sessions that would change, largest change of score first; at most 50. */
  examples: Type.Array(
    Closed({
      session_id: Type.String(),
      started_at: Time,
      score_before: Type.Integer(),
      score_after: Type.Integer(),
      action_before: Action,
      action_after: Action,
      label: OrNull(Label),
    }),
  ),
  labelled: Closed({ before: Verdicts, after: Verdicts }),
})
export type WhatIf = Static<typeof WhatIf>

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

/** Null keeps data forever. IP addresses are truncated after `address_hours`; absent: the setting stays as it is. */
export const Retention = Closed(
  {
    session_days: OrNull(Type.Integer({ minimum: 1, maximum: 3650 })),
    survey_days: OrNull(Type.Integer({ minimum: 1, maximum: 3650 })),
    address_hours: Type.Optional(OrNull(Type.Integer({ minimum: 1, maximum: 87_600 }))),
  },
  'Retention',
)
export type Retention = Static<typeof Retention>

/** Bounds of the score ranges that lead to the four actions. */
export const Bands = Type.Tuple([Bound, Bound, Bound])

export const SettingsChange = Closed({
  /** Only weights that differ from the default. */
  weights: Weights,
  /** Lowest score of the second, third and fourth action, ascending. */
  bands: Bands,
  monitor_only: Type.Boolean(),
  retention: Retention,
})
export type SettingsChange = Static<typeof SettingsChange>

export const SettingsView = Closed(
  {
    ...SettingsChange.properties,
    defaults: Closed({
      weights: Type.Array(Closed({ check: CheckName, group: Type.String(), weight: Type.Number() })),
      caps: Type.Array(Closed({ group: Type.String(), cap: Type.Number() })),
      proof: Type.Number({
        description: 'Points for proof of automation, unless the check has a weight of its own.',
      }),
      bands: Bands,
    }),
    rescoring: Type.Boolean({
      description: 'Whether sessions scored with earlier settings are being rescored.',
    }),
  },
  'Settings',
)
export type SettingsView = Static<typeof SettingsView>

export const WhatIfRequest = Closed({
  weights: SettingsChange.properties.weights,
  bands: Bands,
  monitor_only: Type.Boolean(),
})
export type WhatIfRequest = Static<typeof WhatIfRequest>

/** Absent settings stay as they are. Null resets a weight or the bands to the default. */
export const WhatIfPatch = Closed(
  {
    weights: Type.Optional(
      Type.Partial(
        Type.Object(
          Object.fromEntries(CHECKS.map((name) => [name, OrNull(Weight)])) as Record<
            SessionCheckName,
            ReturnType<typeof OrNull<typeof Weight>>
          >,
        ),
        { additionalProperties: false },
      ),
    ),
    bands: Type.Optional(OrNull(Bands)),
    monitor_only: Type.Optional(Type.Boolean()),
  },
  'WhatIfRequest',
)
export type WhatIfPatch = Static<typeof WhatIfPatch>

export const SettingsPatch = Closed(
  {
    ...WhatIfPatch.properties,
    retention: Type.Optional(Type.Partial(Retention, { additionalProperties: false })),
  },
  'SettingsChange',
)
export type SettingsPatch = Static<typeof SettingsPatch>

/** Labeled sessions. Set aside means flagged: one of the two strongest actions. */
const LabelCounts = Closed({
  people_passed: Type.Integer(),
  people_set_aside: Type.Integer(),
  bots_passed: Type.Integer(),
  bots_set_aside: Type.Integer(),
})

export const WhatIf = Closed(
  {
    computed_on: Type.Integer({ description: 'Number of newest sessions used, of `stored` in total.' }),
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
    labeled: Closed({ before: LabelCounts, after: LabelCounts }),
  },
  'WhatIf',
)
export type WhatIf = Static<typeof WhatIf>

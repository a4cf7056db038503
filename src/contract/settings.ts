/** Risk settings of a workspace. Absent values use the default. */
import { type Static, Type } from 'typebox'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS } from './checks.ts'

export const RiskSettings = Type.Object(
  {
    /** Points of a detection at full strength, per check; 0 disables it. */
    weights: Type.Optional(
      Type.Partial(
        Type.Record(
          Type.Enum([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]),
          Type.Number({ minimum: 0, maximum: 100 }),
        ),
      ),
    ),
    /** Bounds of the score ranges: the lowest score of the second, third and fourth action. */
    bands: Type.Optional(
      Type.Tuple([
        Type.Integer({ minimum: 1, maximum: 100 }),
        Type.Integer({ minimum: 1, maximum: 100 }),
        Type.Integer({ minimum: 1, maximum: 100 }),
      ]),
    ),
    /** Scores are computed and shown; no action stronger than `Accept with monitoring` is recommended. */
    monitor_only: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type RiskSettings = Static<typeof RiskSettings>

/** What a workspace may decide for itself about risk. Everything absent falls back to the fitted default. */
import { type Static, Type } from 'typebox'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS } from './checks.ts'

export const RiskSettings = Type.Object(
  {
    /** Points a fully certain Detected adds, per check; 0 silences it. */
    weights: Type.Optional(
      Type.Partial(
        Type.Record(
          Type.Enum([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS]),
          Type.Number({ minimum: 0, maximum: 100 }),
        ),
      ),
    ),
    /** Lowest score of the second, third and fourth action. */
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

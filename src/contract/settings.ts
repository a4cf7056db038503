/** Risk settings of a workspace. Absent values use the default. */
import { type Static, Type } from 'typebox'
import { Bands } from './bands.ts'
import { SESSION_CHECK_NAMES, type SessionCheckName } from './checks.ts'

const weightOf = (name: SessionCheckName) =>
  Type.Number({ minimum: 0, maximum: 100, description: `Points for \`${name}\`.`, examples: [12] })

export const RiskSettings = Type.Object(
  {
    weights: Type.Optional(
      Type.Partial(
        Type.Object(
          Object.fromEntries(SESSION_CHECK_NAMES.map((name) => [name, weightOf(name)])) as Record<
            SessionCheckName,
            ReturnType<typeof weightOf>
          >,
        ),
        {
          description: 'Points that a full-strength detection adds, per check; 0 disables the check.',
          examples: [{ vpn: 12 }],
        },
      ),
    ),
    bands: Type.Optional(Bands),
    monitor_only: Type.Optional(
      Type.Boolean({
        description:
          'In monitor-only mode, the service recommends no action stronger than `Accept with monitoring`.',
        examples: [false],
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'RiskSettings',
    description: 'Risk settings of a workspace. Absent values use the default.',
  },
)
export type RiskSettings = Static<typeof RiskSettings>

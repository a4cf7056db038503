/** Risk settings of a workspace. Absent values use the default. */
import { type Static, Type } from 'typebox'
import { SESSION_CHECK_NAMES, type SessionCheckName } from './checks.ts'

const weightOf = (name: SessionCheckName) =>
  Type.Number({ minimum: 0, maximum: 100, description: `Points for \`${name}\`.`, examples: [12] })
const Bound = Type.Integer({ minimum: 1, maximum: 100 })

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
    bands: Type.Optional(
      Type.Tuple([Bound, Bound, Bound], {
        description:
          'Minimum scores for `Accept with monitoring`, `Manual review or require additional verification` and `Auto-reject or high-priority review`.',
        examples: [[25, 50, 70]],
      }),
    ),
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

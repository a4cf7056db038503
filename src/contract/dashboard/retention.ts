/** Whether retention waits because the time is not certain, and the confirmation of an owner. */
import { type Static, Type } from 'typebox'
import { Closed, OrNull, Time } from './page.ts'

export const RetentionView = Closed({
  /** `clock`: it is not plausible; `unforeseen`: a run would erase more than foreseen. Null: nothing waits. */
  waits_for: OrNull(Type.Enum(['clock', 'unforeseen'])),
  clock_state: Type.Enum(['plausible', 'ahead', 'behind']),
  /** What the clock of the service shows. */
  clock: Time,
  /** The highest plausible time. */
  plausible: Time,
  /** Records beyond the forecast: at least this many. */
  unforeseen: Type.Integer(),
  confirmed: Type.Boolean(),
})
export type RetentionView = Static<typeof RetentionView>

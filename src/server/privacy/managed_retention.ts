/** Shows whether retention waits, and confirms the time for a workspace, or for the whole installation. */
import type { RetentionView } from '../../contract/dashboard/retention.ts'
import type { ClockRow } from '../../store/clock.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { clockStateOf } from '../clock/clock_state.ts'

export interface ManagedRetention {
  view(workspace: string): Promise<RetentionView>
  /** Retention of the workspace continues. Changes nothing unless it waits. */
  confirm(actor: Actor): Promise<RetentionView>
  /** For the operator: the clock is right, for every workspace, even if it is behind the stored time. */
  confirmClock(actor: Actor): Promise<RetentionView>
}

export interface ManagedRetentionOptions extends AuditedOptions {
  /** The wall clock. */
  wall(): number
}

export function openManagedRetention({ store, audit, wall }: ManagedRetentionOptions): ManagedRetention {
  const view = async (workspace: string): Promise<RetentionView> =>
    retentionView(await store.clock.read(), workspace, wall())

  const record = (actor: Actor, { clock, plausible, waits_for }: RetentionView): Promise<void> =>
    audit(actor, {
      action: 'retention_confirmed',
      subject: new Date(clock).toISOString(),
      detail: `waited for: ${waits_for}; stored time: ${new Date(plausible).toISOString()}`,
    })

  return {
    view,
    async confirm(actor) {
      const { workspace } = actor
      const before = await view(workspace)
      if (before.waits_for === null || before.confirmed) return before
      await record(actor, before)
      await store.clock.change((row) => ({ ...row, confirmed: { ...row.confirmed, [workspace]: wall() } }))
      return view(workspace)
    },
    async confirmClock(actor) {
      const ids = (await store.keys.workspaces()).map(({ id }) => id)
      for (const workspace of ids) await record({ ...actor, workspace }, await view(workspace))
      const at = wall()
      await store.clock.change((row) => ({
        ...row,
        newest: at,
        reference: at,
        shown: at,
        doubtfulSince: null,
        leaps: [],
        confirmed: Object.fromEntries(ids.map((id) => [id, at])),
      }))
      return view(actor.workspace)
    },
  }
}

function retentionView(row: ClockRow | null, workspace: string, wall: number): RetentionView {
  const state = row === null ? 'plausible' : clockStateOf(row, wall)
  const unforeseen = row?.held[workspace]?.unforeseen ?? 0
  return {
    waits_for: state !== 'plausible' ? 'clock' : unforeseen > 0 ? 'unforeseen' : null,
    clock_state: state,
    clock: wall,
    plausible: row?.newest ?? wall,
    unforeseen,
    confirmed: row?.confirmed[workspace] !== undefined,
  }
}

/** A workspace with every kind of trace of two people, and with webhook deliveries that stay pending. */
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type MarkedPerson, markPerson } from './privacy_person.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { startReceiver } from './webhook_receiver.ts'

export interface PrivacyWorkspace {
  readonly service: RunningService
  readonly workspace: TestWorkspace
  readonly owner: DashboardClient
  readonly person: MarkedPerson
  readonly neighbor: MarkedPerson
  close(): Promise<void>
}

export async function openPrivacyWorkspace(): Promise<PrivacyWorkspace> {
  const hook = await startReceiver()
  // Deliveries that no receiver accepts stay pending.
  hook.answer(500)
  const service = await runService({
    BYHAND_TRUSTED_PROXIES: 'loopback',
    BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
    BYHAND_RATE_SURVEYS_PER_KEY: '0',
    BYHAND_RATE_BATCHES_PER_SESSION: '0',
  })
  const workspace = await service.workspace()
  const owner = await loginTo(service, workspace.id)
  return {
    service,
    workspace,
    owner,
    person: await markPerson(service, workspace, owner, hook.url),
    neighbor: await markPerson(service, workspace, owner, hook.url),
    async close() {
      await service.stop()
      await hook.close()
    },
  }
}

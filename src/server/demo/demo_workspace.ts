/** The demo workspace of a member: sample data to look at, apart from all data of the user. */
import type { DemoWorkspace, Me } from '../../contract/dashboard/me.ts'
import type { Audit } from '../audit/audit_log.ts'
import { actorOf, type ReadSignedIn, type SignedInMember } from '../http/authenticate.ts'
import { ApiError } from '../http/errors.ts'
import { type Operation, operation } from '../http/operation.ts'
import type { EraseAnalysis } from '../privacy/erase_analysis.ts'
import type { SurveyServices } from '../survey/service.ts'
import { describeError } from '../telemetry/log.ts'
import { isDemoWorkspace, newDemoWorkspaceId } from '../workspace/demo_workspace.ts'
import { deleteDemoWorkspace, fillDemoWorkspace, hasDemoData } from './demo_data.ts'

const NAME = 'Demo'
/** The recordings are of a survey, and the demo shows linked sessions. */
const SETTINGS = { linked_sessions: 'all' }

interface Fill {
  isStopped: boolean
  readonly done: Promise<void>
}

export interface DemoWorkspaceOptions {
  readonly services: SurveyServices
  readonly audit: Audit
  readonly eraseAnalysis: EraseAnalysis
  readonly readSignedIn: ReadSignedIn
  me(signedIn: SignedInMember): Promise<Me>
}

export interface DemoWorkspaces {
  readonly operations: readonly Operation[]
  /** Waits until no data is being stored. */
  close(): Promise<void>
}

export function openDemoWorkspaces(options: DemoWorkspaceOptions): DemoWorkspaces {
  const { services, audit, eraseAnalysis, readSignedIn, me } = options
  const { store, now, log } = services
  const fills = new Map<string, Fill>()
  /** Members whose workspace is being created, so that two concurrent requests do not create two. */
  const creating = new Set<string>()

  const demoOf = ({ login }: SignedInMember): string | undefined =>
    login.roles.find(({ workspace }) => isDemoWorkspace(workspace))?.workspace

  function startFill(workspace: string): void {
    const fill = { isStopped: false, done: Promise.resolve() }
    // Another node may have deleted the workspace.
    const isGone = async () => (await store.keys.workspace(workspace)) === null
    const isStopped = async () => fill.isStopped || (await isGone())
    const run = async () => {
      await fillDemoWorkspace(services, workspace, isStopped)
      if (!fill.isStopped && (await isGone())) await deleteDemoWorkspace(services, workspace, eraseAnalysis)
    }
    fill.done = run()
      .catch((error) => {
        if (!fill.isStopped) log.warn('loading demo data failed', describeError(error))
      })
      .finally(() => fills.delete(workspace))
    fills.set(workspace, fill)
  }

  async function stopFill(workspace: string): Promise<void> {
    const fill = fills.get(workspace)
    if (fill === undefined) return
    fill.isStopped = true
    await fill.done
  }

  async function create(signedIn: SignedInMember): Promise<string> {
    const { member } = signedIn
    if (!hasDemoData())
      throw new ApiError('not_found', { detail: 'The demo data is not built. Run npm run build.' })
    if (creating.has(member.id)) throw new ApiError('demo_workspace', { detail: 'The demo is being loaded.' })
    creating.add(member.id)
    try {
      const id = newDemoWorkspaceId()
      await store.keys.createWorkspace({ id, name: NAME, createdAt: now(), settings: SETTINGS })
      await store.accounts.grant(member.id, id, 'owner')
      await audit(actorOf(signedIn), { action: 'demo_data_added' })
      startFill(id)
      return id
    } finally {
      creating.delete(member.id)
    }
  }

  const operations = [
    operation({
      route: 'GET /v1/demo-workspace',
      allow: { role: 'viewer' },
      internal: true,
      handle: ({ signedIn }): DemoWorkspace => {
        const id = demoOf(signedIn)
        return { workspace_id: id ?? null, loading: id !== undefined && fills.has(id) }
      },
    }),
    operation({
      route: 'POST /v1/demo-workspace',
      audit: 'demo_data_added',
      allow: { role: 'owner' },
      internal: true,
      handle: async ({ signedIn, request }): Promise<Me> => {
        const id = demoOf(signedIn) ?? (await create(signedIn))
        await store.accounts.chooseWorkspace(signedIn.login.hash, id)
        return me(await readSignedIn(request))
      },
    }),
    operation({
      route: 'DELETE /v1/demo-workspace',
      audit: 'demo_data_removed',
      allow: { role: 'viewer' },
      internal: true,
      handle: async ({ signedIn, request }): Promise<Me> => {
        const id = demoOf(signedIn)
        if (id === undefined) throw new ApiError('not_found')
        await stopFill(id)
        await deleteDemoWorkspace(services, id, eraseAnalysis)
        const after = await readSignedIn(request)
        await audit(actorOf(after), { action: 'demo_data_removed' })
        return me(after)
      },
    }),
  ]

  return {
    operations,
    close: async () => {
      await Promise.all([...fills.keys()].map(stopFill))
    },
  }
}

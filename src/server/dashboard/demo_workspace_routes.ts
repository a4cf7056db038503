/** The demo workspace of a member: sample data to look at, apart from all data of the user. */
import type { FastifyInstance } from 'fastify'
import type { DemoWorkspace, Me } from '../../contract/dashboard/me.ts'
import { isDemoWorkspace, newDemoWorkspaceId } from '../base/demo_workspace.ts'
import { describeError } from '../base/log.ts'
import { ApiError } from '../http/errors.ts'
import type { DashboardContext } from './context.ts'
import { deleteDemoWorkspace, fillDemoWorkspace, hasDemoData } from './demo_data.ts'
import { actorOf, atLeast, requireSignedIn, type SignedInMember } from './signed_in.ts'

const NAME = 'Demo'

interface Fill {
  isStopped: boolean
  readonly done: Promise<void>
}

export function demoWorkspaceRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { services, audit, eraseAnalysis, accounts, secure, addressOf } = context
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

  scope.addHook('onClose', async () => {
    await Promise.all([...fills.keys()].map(stopFill))
  })

  scope.get('/demo-workspace', async ({ signedIn }): Promise<DemoWorkspace> => {
    const id = demoOf(signedIn)
    return { workspace_id: id ?? null, loading: id !== undefined && fills.has(id) }
  })

  scope.post('/demo-workspace', { onRequest: atLeast('owner') }, async (request): Promise<Me> => {
    const { signedIn } = request
    const { member, login } = signedIn
    let id = demoOf(signedIn)
    if (id === undefined) {
      if (!hasDemoData())
        throw new ApiError('not_found', { detail: 'The demo data is not built. Run npm run build.' })
      if (creating.has(member.id))
        throw new ApiError('demo_workspace', { detail: 'The demo is being loaded.' })
      creating.add(member.id)
      try {
        id = newDemoWorkspaceId()
        await store.keys.createWorkspace({ id, name: NAME, createdAt: now(), settings: {} })
        await store.accounts.grant(member.id, id, 'owner')
        await audit(actorOf(signedIn), { action: 'demo_data_added' })
        startFill(id)
      } finally {
        creating.delete(member.id)
      }
    }
    await store.accounts.chooseWorkspace(login.hash, id)
    return context.me(await requireSignedIn(accounts, request, secure, addressOf(request)))
  })

  scope.delete('/demo-workspace', async (request): Promise<Me> => {
    const { signedIn } = request
    const id = demoOf(signedIn)
    if (id === undefined) throw new ApiError('not_found')
    await stopFill(id)
    await deleteDemoWorkspace(services, id, eraseAnalysis)
    const after = await requireSignedIn(accounts, request, secure, addressOf(request))
    await audit(actorOf(after), { action: 'demo_data_removed' })
    return context.me(after)
  })
}

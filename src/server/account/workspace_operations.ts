/** Workspaces of the installation, for the operator of the machine. */
import { type Static, Type } from 'typebox'
import { WorkspaceRequest } from '../../contract/dashboard/me.ts'
import { Closed, Time } from '../../contract/dashboard/page.ts'
import type { Workspace } from '../../store/keys.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { invalid } from '../http/errors.ts'
import { type Operation, operation } from '../http/operation.ts'
import { randomText } from '../workspace/keys.ts'

const WorkspaceItem = Closed({ id: Type.String(), name: Type.String(), created_at: Time })
export type WorkspaceItem = Static<typeof WorkspaceItem>

const itemOf = ({ id, name, createdAt }: Workspace): WorkspaceItem => ({ id, name, created_at: createdAt })

export const workspaceOperations = (options: AuditedOptions): readonly Operation[] => [
  operation({
    route: 'GET /v1/workspaces',
    allow: {},
    internal: true,
    handle: async () => ({ items: (await options.store.keys.workspaces()).map(itemOf), next: null }),
  }),
  operation({
    route: 'POST /v1/workspaces',
    audit: 'workspace_created',
    allow: {},
    internal: true,
    body: WorkspaceRequest,
    handle: async ({ actor, body: { name } }) => itemOf(await createWorkspace(options, actor, name)),
  }),
]

/** `creator`: who creates it, in any workspace. */
export async function createWorkspace(
  { store, audit, now }: AuditedOptions,
  creator: Omit<Actor, 'workspace'>,
  given: string,
): Promise<Workspace> {
  const name = given.trim().toWellFormed()
  if (name === '') throw invalid('/name', 'must not be empty')
  const id = `ws_${randomText(16)}`
  const workspace = { id, name, createdAt: now(), settings: {} }
  await store.keys.createWorkspace(workspace)
  await audit({ ...creator, workspace: id }, { action: 'workspace_created', subject: name })
  return workspace
}

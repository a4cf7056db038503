/** Ids of workspaces that hold no data of the user: sample data of a member, and the visits of the live demo. */
import type { Workspace } from '../../store/keys.ts'
import { randomText } from './keys.ts'

/** Ids of other workspaces have no second underscore. */
const PREFIX = 'ws_demo_'

export const LIVE_DEMO = `${PREFIX}live`

export const newDemoWorkspaceId = (): string => PREFIX + randomText(16)

export const isDemoWorkspace = (id: string): boolean => id.startsWith(PREFIX)

/** The workspaces with data of the user. */
export const withoutDemos = (all: readonly Workspace[]): Workspace[] =>
  all.filter(({ id }) => !isDemoWorkspace(id))

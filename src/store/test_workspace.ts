/** Test mode keeps its data in a workspace of its own beside the live one, so that the two never mix. */
const SUFFIX = '.test'

export const testWorkspaceOf = (live: string): string => live + SUFFIX

export const isTestWorkspace = (workspace: string): boolean => workspace.endsWith(SUFFIX)

/** The workspace that the keys and members of a test workspace belong to. Any other workspace itself. */
export const liveWorkspaceOf = (workspace: string): string =>
  isTestWorkspace(workspace) ? workspace.slice(0, -SUFFIX.length) : workspace

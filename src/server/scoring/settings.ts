/** What each workspace decided about risk, and the version that stands for everything a report depends on. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { RiskSettings } from '../../contract/settings.ts'
import { LOG_VERSION } from '../../features/log.ts'
import { RISK_VERSION } from '../../risk/assess.ts'
import type { KeyStore } from '../../store/keys.ts'

/** A changed setting is heeded on every node within this time. */
const STALE_MS = 5_000

/** About 200 bytes each. Beyond it all are read anew. */
const MAX_WORKSPACES = 10_000

export interface WorkspaceRisk {
  readonly settings: RiskSettings
  /** Changes whenever the same session could be reported differently. */
  readonly version: string
}

const checked = Compile(RiskSettings)

const CODE_VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** `settings.risk` of the workspace. What is not valid counts as absent, and `onInvalid` hears of it. */
export function openWorkspaceRisk(
  keys: KeyStore,
  onInvalid: (workspace: string) => void,
  monotonic: () => number = () => performance.now(),
): (workspace: string) => Promise<WorkspaceRisk> {
  const known = new Map<string, { readonly askedAt: number; readonly risk: Promise<WorkspaceRisk> }>()

  async function read(id: string): Promise<WorkspaceRisk> {
    const given = (await keys.workspace(id))?.settings.risk ?? {}
    const valid = checked.Check(given)
    if (!valid) onInvalid(id)
    const settings = valid ? given : {}
    return { settings, version: versionOf(settings) }
  }

  return (id) => {
    const entry = known.get(id)
    if (entry !== undefined && monotonic() - entry.askedAt < STALE_MS) return entry.risk
    if (known.size >= MAX_WORKSPACES) known.clear()
    const risk = read(id)
    known.set(id, { askedAt: monotonic(), risk })
    risk.catch(() => known.delete(id))
    return risk
  }
}

export function versionOf(settings: RiskSettings): string {
  const all = JSON.stringify([CODE_VERSION, RISK_VERSION, LOG_VERSION, canonical(settings)])
  return createHash('sha256').update(all).digest('base64url').slice(0, 22)
}

/** Keys in one order, so that the same settings written another way have the same version. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, canonical(part)])
}

/** The settings of each workspace that reports depend on, and a version of everything that a report depends on. */
import { createHash } from 'node:crypto'
import { Compile } from 'typebox/schema'
import { choiceOf } from '../../contract/choices.ts'
import type { LinkScope } from '../../contract/linked_sessions.ts'
import { RiskSettings } from '../../contract/settings.ts'
import { LOG_VERSION } from '../../features/log/log.ts'
import { RECORD_VERSION } from '../../report/report.ts'
import { RISK_VERSION } from '../../risk/assess.ts'
import { WEIGHTS } from '../../risk/weights.ts'
import { PROGRAM_VERSION } from '../config/program_version.ts'
import type { WorkspaceSettings, WorkspaceSettingsCache } from '../workspace/settings_cache.ts'
import { FACTS_VERSION } from './session_facts.ts'

export interface WorkspaceRisk {
  readonly settings: RiskSettings
  readonly linkScope: LinkScope
  /** Changes whenever the same session could yield another report. */
  readonly version: string
}

const checked = Compile(RiskSettings)

/** Reads `settings.risk` of a workspace. Invalid settings count as absent and are reported to `onInvalid`. */
export function openWorkspaceRisk(
  cache: WorkspaceSettingsCache,
  onInvalid: (workspace: string) => void,
): (workspace: string) => Promise<WorkspaceRisk> {
  const known = new WeakMap<WorkspaceSettings, WorkspaceRisk>()

  return async (workspace) => {
    const all = await cache.of(workspace)
    const before = known.get(all)
    if (before !== undefined) return before
    const given = all.risk ?? {}
    const valid = checked.Check(given)
    if (!valid) onInvalid(workspace)
    const settings = valid ? given : {}
    const linkScope = choiceOf(all, 'linked_sessions')
    const risk = { settings, linkScope, version: versionOf(settings, linkScope) }
    known.set(all, risk)
    return risk
  }
}

export function versionOf(settings: RiskSettings, linkScope: LinkScope): string {
  const all = JSON.stringify([
    PROGRAM_VERSION,
    RISK_VERSION,
    WEIGHTS,
    LOG_VERSION,
    FACTS_VERSION,
    RECORD_VERSION,
    canonical(settings),
    linkScope,
  ])
  return createHash('sha256').update(all).digest('base64url').slice(0, 22)
}

/** Sorts keys, so that equal settings have the same version. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, canonical(part)])
}

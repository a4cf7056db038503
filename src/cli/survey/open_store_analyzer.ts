/** The survey service in this process, next to a running service or without one. */

import { openConfiguredSurveyService } from '../../server/boot/survey_service.ts'
import { readConfig } from '../../server/config/config.ts'
import { BulkFault } from '../../server/files/bulk_fault.ts'
import { openScoring } from '../../server/scoring/scoring.ts'
import { openLocalAnalyzer, type RowAnalyzer } from '../../server/survey/bulk/analyzer.ts'
import { openSurveyPool } from '../../server/survey/pool.ts'
import type { SurveyService } from '../../server/survey/service.ts'
import { openLog } from '../../server/telemetry/log.ts'
import { openMetrics } from '../../server/telemetry/metrics.ts'
import { withoutDemos } from '../../server/workspace/demo_workspace.ts'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { isTestWorkspace } from '../../store/test_workspace.ts'

export interface OpenedAnalyzer {
  readonly analyze: RowAnalyzer
  close(): Promise<void>
}

export interface StoreAnalyzerOptions {
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly workspace: string | undefined
  write(text: string): void
}

export async function openStoreAnalyzer(options: StoreAnalyzerOptions): Promise<OpenedAnalyzer> {
  const { survey, workspace, close } = await openStoreSurvey(options)
  return { analyze: openLocalAnalyzer(survey, workspace), close }
}

export interface OpenedSurvey {
  readonly survey: SurveyService
  /** The id of the workspace. */
  readonly workspace: string
  close(): Promise<void>
}

export async function openStoreSurvey({
  env,
  workspace,
  write,
}: StoreAnalyzerOptions): Promise<OpenedSurvey> {
  const config = env === undefined ? readConfig() : readConfig(env)
  const store = await openStore(config.store, config.dataFolder, { beside: true })
  const log = openLog('warn', write)
  const metrics = openMetrics()
  const scoring = openScoring({ store, log, metrics, now: Date.now, background: false })
  const pool = openSurveyPool()
  const close = async () => {
    await Promise.all([pool.close(), scoring.close()])
    metrics.close()
    await store.close()
  }
  try {
    const survey = await openConfiguredSurveyService({
      config,
      store,
      scoring,
      pool,
      log,
      metrics,
      fallbackUrl: () => `http://${config.host}:${config.port}`,
      now: Date.now,
    })
    return { survey, workspace: await findWorkspaceId(store, workspace), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function findWorkspaceId(store: Store, given: string | undefined): Promise<string> {
  const every = withoutDemos(await store.keys.workspaces())
  if (given !== undefined) {
    const found = every.find(({ id, name }) => id === given || name === given)
    if (found === undefined) throw new BulkFault(`There is no workspace ${given}.`)
    return found.id
  }
  const all = every.filter(({ id }) => !isTestWorkspace(id))
  if (all.length === 1 && all[0] !== undefined) return all[0].id
  if (all.length === 0)
    throw new BulkFault('There is no workspace yet. Start the service once to create one.')
  throw new BulkFault(
    `There are several workspaces. Choose one with --workspace: ${all.map(({ id, name }) => `${id} (${name})`).join(', ')}.`,
  )
}

/** The survey service in this process, next to a running service or without one. */

import { openConfiguredSurveyService } from '../../server/boot/survey_service.ts'
import { readConfig } from '../../server/config/config.ts'
import { openScoring } from '../../server/scoring/scoring.ts'
import { openLocalAnalyzer, type RowAnalyzer } from '../../server/survey/bulk/analyzer.ts'
import { openSurveyPool } from '../../server/survey/pool.ts'
import type { SurveyService } from '../../server/survey/service.ts'
import { openLog } from '../../server/telemetry/log.ts'
import { openMetrics } from '../../server/telemetry/metrics.ts'
import { createFirstWorkspace } from '../../server/workspace/first_workspace.ts'
import { openStore } from '../../store/open.ts'
import { findWorkspace } from '../workspaces.ts'

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
    // A researcher needs no service to check a file.
    if (workspace === undefined) await createFirstWorkspace(store.keys, Date.now())
    return { survey, workspace: (await findWorkspace(store.keys, workspace)).id, close }
  } catch (error) {
    await close()
    throw error
  }
}

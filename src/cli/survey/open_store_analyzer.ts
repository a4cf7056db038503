/** The survey service in this process, next to a running service or without one. */

import { openConfiguredSurveyService } from '../../server/boot/survey_service.ts'
import { readConfig } from '../../server/config/config.ts'
import { openScoring } from '../../server/scoring/scoring.ts'
import { openLocalAnalyzer, type RowAnalyzer } from '../../server/survey/bulk/analyzer.ts'
import { openSurveyPool } from '../../server/survey/check/pool.ts'
import type { SurveyService } from '../../server/survey/service.ts'
import { openLog } from '../../server/telemetry/log.ts'
import { openMetrics } from '../../server/telemetry/metrics.ts'
import { createFirstWorkspace } from '../../server/workspace/first_workspace.ts'
import { openStore } from '../../store/open.ts'
import { requireStore } from '../open.ts'
import { findWorkspace } from '../workspaces.ts'

export interface OpenedAnalyzer {
  readonly analyze: RowAnalyzer
  close(): Promise<void>
}

export interface StoreAnalyzerOptions {
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly workspace: string | undefined
  /** Creates the store and a workspace if there is none. */
  readonly create?: boolean
  write(text: string): void
}

export async function openStoreAnalyzer(options: StoreAnalyzerOptions): Promise<OpenedAnalyzer> {
  // A researcher needs no service to check a file.
  const { survey, workspace, close } = await openStoreSurvey({ ...options, create: true })
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
  workspace: named,
  create = false,
  write,
}: StoreAnalyzerOptions): Promise<OpenedSurvey> {
  const config = env === undefined ? readConfig() : readConfig(env)
  if (!create) await requireStore(config)
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
    const createFirst =
      create && named === undefined ? () => createFirstWorkspace(store.keys, Date.now()) : undefined
    return { survey, workspace: (await findWorkspace(store.keys, named, createFirst)).id, close }
  } catch (error) {
    await close()
    throw error
  }
}

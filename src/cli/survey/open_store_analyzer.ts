/** Analyzes responses in this process, next to a running service or without one. */
import { createFirstWorkspace } from '../../server/account/first_workspace.ts'
import { openAudit } from '../../server/audit/audit_log.ts'
import { openClosers } from '../../server/boot/closers.ts'
import { openLocalServices } from '../../server/boot/local_services.ts'
import { readConfig } from '../../server/config/config.ts'
import { openLocalAnalyzer, type RowAnalyzer } from '../../server/survey/bulk/analyzer.ts'
import { openLog } from '../../server/telemetry/log.ts'
import { openStore } from '../../store/open.ts'
import { findWorkspace } from '../find_workspace.ts'

export interface OpenedAnalyzer {
  readonly analyze: RowAnalyzer
  close(): Promise<void>
}

export interface StoreAnalyzerOptions {
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly workspace: string | undefined
  write(text: string): void
}

/** Creates the store and a workspace if there is none: a researcher needs no service to check a file. */
export async function openStoreAnalyzer({
  env,
  workspace: named,
  write,
}: StoreAnalyzerOptions): Promise<OpenedAnalyzer> {
  const config = env === undefined ? readConfig() : readConfig(env)
  const store = await openStore(config.store, config.dataFolder, { beside: true })
  const log = openLog('warn', write)
  const closers = openClosers(log)
  closers.add('the database', () => store.close())
  try {
    const { survey, now } = await openLocalServices({ config, store, log }, closers)
    const audited = { store, audit: openAudit(store.audit, now), now }
    const createFirst = named === undefined ? () => createFirstWorkspace(audited, 'survey check') : undefined
    const { id } = await findWorkspace(store.keys, named, createFirst)
    return { analyze: openLocalAnalyzer(survey, id), close: closers.close }
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** Configuration from the environment, read once at the start. All errors are reported together. */

import { closestWord } from '../../contract/closest_word.ts'
import type { RatePolicy } from '../limits/rate_limit.ts'
import type { LogLevel } from '../telemetry/log.ts'
import { VARIABLES } from './config_variables.ts'
import { deepFreeze } from './deep_freeze.ts'

type Name = keyof typeof VARIABLES

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly store: string
  readonly publicUrl: string | undefined
  readonly securityContact: string | undefined
  readonly trustedProxies: readonly string[]
  readonly ja4Header: string | undefined
  readonly ingestPath: string
  readonly scriptFile: string
  readonly demo: 'yes' | 'no' | 'auto'
  readonly metrics: {
    readonly host: string
    readonly port: number | undefined
    readonly key: string | undefined
  }
  readonly logLevel: LogLevel
  readonly modelPrefix: string
  readonly secondOpinion: {
    readonly url: string | undefined
    readonly key: string | undefined
    readonly model: string
  }
  /** Seconds of processor time per minute. */
  readonly surveyTimePerKey: number
  readonly webhookPrivateTargets: boolean
  readonly agents: {
    /** Whether key directories are fetched. */
    readonly directories: 'no' | 'yes' | 'private'
    readonly maxSignatureAgeS: number
  }
  readonly tokenKey: number
  readonly minFreeDiskMiB: number
  readonly socketsPerIp: number
  readonly rateExchangeMs: number
  readonly rates: {
    readonly sessionsPerIp: RatePolicy
    readonly sessionsPerSite: RatePolicy
    readonly newcomerMinutes: number
    readonly batchesPerSession: RatePolicy
    readonly batchesPerIp: RatePolicy
    readonly read: RatePolicy
    readonly survey: RatePolicy
    readonly resultsPerSession: RatePolicy
    /** Passed tasks per hour. */
    readonly stepUpsPerDevice: number
    readonly stepUpsPerIp: number
    readonly dashboardReads: RatePolicy
    readonly dashboardChanges: RatePolicy
    readonly loginsPerIp: RatePolicy
    readonly pagesPerIp: RatePolicy
  }
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `the configuration has ${mistakes.length === 1 ? '1 error' : `${mistakes.length} errors`}:\n${mistakes.map((line) => `  ${line}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** For variables that other programs define, such as those of S3 clients. */
export const environment = (): Environment => process.env

export function readConfig(env: Environment = environment()): Config {
  const mistakes = unknownNames(env)

  function read<Key extends Name>(name: Key): ReturnType<(typeof VARIABLES)[Key]['parse']> | undefined
  function read(name: Name): unknown {
    const { parse, fallback } = VARIABLES[name]
    // Compose files pass unset variables as empty strings.
    const value = env[name]?.trim() || fallback
    if (value === undefined) return undefined
    try {
      return parse(value)
    } catch (error) {
      mistakes.push(`${name} ${(error as Error).message}`)
      return undefined
    }
  }
  const rate = (name: string, variable: Name): RatePolicy => ({
    name,
    quota: Number(read(variable)),
    windowS: 60,
  })

  const config = {
    host: read('BYHAND_HOST'),
    port: read('BYHAND_PORT'),
    dataFolder: read('BYHAND_DATA'),
    store: read('BYHAND_STORE'),
    publicUrl: read('BYHAND_PUBLIC_URL'),
    securityContact: read('BYHAND_SECURITY_CONTACT'),
    trustedProxies: read('BYHAND_TRUSTED_PROXIES') ?? [],
    ja4Header: read('BYHAND_JA4_HEADER'),
    ingestPath: read('BYHAND_INGEST_PATH'),
    scriptFile: read('BYHAND_SCRIPT_FILE'),
    demo: read('BYHAND_DEMO'),
    metrics: {
      host: read('BYHAND_METRICS_HOST'),
      port: read('BYHAND_METRICS_PORT'),
      key: read('BYHAND_METRICS_KEY'),
    },
    logLevel: read('BYHAND_LOG_LEVEL'),
    modelPrefix: read('BYHAND_MODEL_PREFIX'),
    secondOpinion: {
      url: read('BYHAND_SURVEY_SECOND_OPINION_URL'),
      key: read('BYHAND_SURVEY_SECOND_OPINION_KEY'),
      model: read('BYHAND_SURVEY_SECOND_OPINION_MODEL'),
    },
    surveyTimePerKey: read('BYHAND_SURVEY_TIME_PER_KEY'),
    webhookPrivateTargets: read('BYHAND_WEBHOOK_PRIVATE_TARGETS'),
    agents: {
      directories: read('BYHAND_AGENT_DIRECTORIES'),
      maxSignatureAgeS: read('BYHAND_AGENT_SIGNATURE_MAX_AGE'),
    },
    tokenKey: read('BYHAND_TOKEN_KEY'),
    minFreeDiskMiB: read('BYHAND_MIN_FREE_DISK'),
    socketsPerIp: read('BYHAND_SOCKETS_PER_IP'),
    rateExchangeMs: read('BYHAND_RATE_EXCHANGE_MS'),
    rates: {
      sessionsPerIp: rate('sessions-per-ip', 'BYHAND_RATE_SESSIONS_PER_IP'),
      sessionsPerSite: rate('sessions-per-site', 'BYHAND_RATE_SESSIONS_PER_SITE'),
      newcomerMinutes: read('BYHAND_RATE_NEWCOMER_MINUTES'),
      batchesPerSession: rate('batches-per-session', 'BYHAND_RATE_BATCHES_PER_SESSION'),
      batchesPerIp: rate('batches-per-ip', 'BYHAND_RATE_BATCHES_PER_IP'),
      read: rate('read', 'BYHAND_RATE_READS_PER_KEY'),
      survey: rate('survey', 'BYHAND_RATE_SURVEYS_PER_KEY'),
      resultsPerSession: rate('results', 'BYHAND_RATE_RESULTS_PER_SESSION'),
      stepUpsPerDevice: read('BYHAND_RATE_STEP_UPS_PER_DEVICE'),
      stepUpsPerIp: read('BYHAND_RATE_STEP_UPS_PER_IP'),
      dashboardReads: rate('dashboard-reads', 'BYHAND_RATE_DASHBOARD_READS'),
      dashboardChanges: rate('dashboard-changes', 'BYHAND_RATE_DASHBOARD_CHANGES'),
      loginsPerIp: rate('logins', 'BYHAND_RATE_LOGINS_PER_IP'),
      pagesPerIp: rate('pages', 'BYHAND_RATE_PAGES_PER_IP'),
    },
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return deepFreeze(config as Config)
}

/** Variables of the clients, which the same shell may have. */
const OF_CLIENTS: readonly string[] = [
  'BYHAND_URL',
  'BYHAND_KEY',
  'BYHAND_SITE_KEY',
  'BYHAND_SECRET_KEY',
  'BYHAND_ADMIN_KEY',
  'BYHAND_WEBHOOK_SECRET',
]

function unknownNames(env: Environment): string[] {
  const known = Object.keys(VARIABLES)
  return Object.keys(env)
    .filter((name) => name.startsWith('BYHAND_') && !known.includes(name) && !OF_CLIENTS.includes(name))
    .map((name) => {
      const meant = closestWord(name, known)
      return `${name} is not a known variable${meant === undefined ? '' : `; did you mean ${meant}?`}`
    })
}

/**
 * Configuration from the environment, read once at the start. A test compares this table with
 * `docs/reference/configuration.md`. All errors are reported together.
 */
import { INGEST_PATH, SCRIPT_FILE } from '../../contract/paths.ts'
import {
  addressPath,
  headerName,
  hostName,
  httpUrl,
  logLevel,
  portNumber,
  proxyRanges,
  scriptFileName,
  secretText,
  storeUrl,
  text,
  wholeNumber,
  word,
  yesOrNo,
} from './config_values.ts'
import type { LogLevel } from './log.ts'
import type { RatePolicy } from './rate_limit.ts'
import { closestWord } from './spelling.ts'

interface Variable<Value> {
  readonly parse: (text: string) => Value
  /** As it would be set in the environment; undefined: unset. */
  readonly fallback: string | undefined
  readonly meaning: string
}

const variable = <Value>(
  parse: (text: string) => Value,
  fallback: string | undefined,
  meaning: string,
): Variable<Value> => ({ parse, fallback, meaning })

const perMinute = wholeNumber(0, 1_000_000)

export const VARIABLES = {
  BYHAND_HOST: variable(
    hostName,
    '127.0.0.1',
    'Address to listen on. Use `0.0.0.0` or `::` to accept connections from other machines.',
  ),
  BYHAND_PORT: variable(portNumber, '8787', 'Port to listen on. `0`: any free port.'),
  BYHAND_DATA: variable(
    text,
    './data',
    'Folder for all data on this machine. Only one process may use it at a time.',
  ),
  BYHAND_STORE: variable(
    storeUrl,
    'sqlite',
    'Database: `sqlite` (a file in the data folder) or `postgres://user:password@host/database`.',
  ),
  BYHAND_PUBLIC_URL: variable(
    httpUrl,
    undefined,
    'URL at which browsers and API clients reach the service; the base of printed and returned links. Unset: the listening address.',
  ),
  BYHAND_TRUSTED_PROXIES: variable(
    proxyRanges,
    undefined,
    'Reverse proxies whose `X-Forwarded-For` header is trusted. Comma-separated IP addresses, CIDR ranges, `loopback`, `linklocal` or `uniquelocal`. Unset: none.',
  ),
  BYHAND_JA4_HEADER: variable(
    headerName,
    undefined,
    'Request header in which a trusted proxy passes the JA4 fingerprint of the TLS handshake. Unset: no fingerprint is used.',
  ),
  BYHAND_INGEST_PATH: variable(addressPath, INGEST_PATH, 'Path to which the browser script sends batches.'),
  BYHAND_SCRIPT_FILE: variable(scriptFileName, SCRIPT_FILE, 'File name of the browser script.'),
  BYHAND_METRICS_HOST: variable(hostName, '127.0.0.1', 'Address that the metrics port listens on.'),
  BYHAND_METRICS_PORT: variable(
    portNumber,
    undefined,
    'Separate port for Prometheus that serves `/metrics` only. Unset: no separate port.',
  ),
  BYHAND_METRICS_KEY: variable(
    secretText,
    undefined,
    'Enables `/metrics` on the main port for requests with `Authorization: Bearer <key>`. At least 16 characters. Unset: disabled there.',
  ),
  BYHAND_LOG_LEVEL: variable(
    logLevel,
    'info',
    '`debug`, `info`, `warn`, `error` or `silent`. Only `debug` logs individual requests.',
  ),
  BYHAND_MODEL_PREFIX: variable(word, 'byhand', 'Prefix of `model` in survey results, as in `byhand-v021`.'),
  BYHAND_SURVEY_SECOND_OPINION_URL: variable(
    httpUrl,
    undefined,
    'Base URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`, for a second opinion on survey answers. It can add flags but not remove any. Unset: no answer leaves this machine.',
  ),
  BYHAND_SURVEY_SECOND_OPINION_KEY: variable(
    text,
    undefined,
    'API key for the second opinion, if it requires one.',
  ),
  BYHAND_SURVEY_SECOND_OPINION_MODEL: variable(text, 'default', 'Model name for the second opinion.'),
  BYHAND_WEBHOOK_PRIVATE_TARGETS: variable(
    yesOrNo,
    'no',
    '`yes` allows webhook targets on private and loopback addresses and over plain HTTP. For testing only: members who can add webhooks could then reach internal services through this server (SSRF).',
  ),
  BYHAND_TOKEN_KEY: variable(
    wholeNumber(1, 1_000_000),
    '1',
    'Number of the secret that signs session tokens. Increase it by one to rotate the secret and still accept old tokens; by two to invalidate all tokens.',
  ),
  BYHAND_SOCKETS_PER_IP: variable(
    wholeNumber(0, 100_000),
    '256',
    'Open connections per IP address; trusted proxies are exempt. `0`: no limit.',
  ),
  BYHAND_RATE_SESSIONS_PER_IP: variable(
    perMinute,
    '30',
    'New sessions per IP address per minute. Raise it for sites whose visitors share an address (schools, offices). `0`: no limit.',
  ),
  BYHAND_RATE_SESSIONS_PER_SITE: variable(
    perMinute,
    '600',
    'New sessions per site key per minute. `0`: no limit.',
  ),
  BYHAND_RATE_BATCHES_PER_SESSION: variable(
    perMinute,
    '120',
    'Batches per session per minute. `0`: no limit.',
  ),
  BYHAND_RATE_BATCHES_PER_IP: variable(perMinute, '600', 'Batches per IP address per minute. `0`: no limit.'),
  BYHAND_RATE_READS_PER_KEY: variable(
    perMinute,
    '600',
    'API reads per secret key per minute. `0`: no limit.',
  ),
  BYHAND_RATE_SURVEYS_PER_KEY: variable(
    perMinute,
    '300',
    'Survey analyses per secret key per minute. `0`: no limit.',
  ),
  BYHAND_RATE_DASHBOARD_READS: variable(
    perMinute,
    '1200',
    'Dashboard reads per member per minute. `0`: no limit.',
  ),
  BYHAND_RATE_DASHBOARD_CHANGES: variable(
    perMinute,
    '120',
    'Dashboard changes, uploads, erasures and exports per member per minute. `0`: no limit.',
  ),
  BYHAND_RATE_LOGINS_PER_IP: variable(
    perMinute,
    '60',
    'Logins, accepted invitations and requests with an invalid login cookie per IP address per minute. `0`: no limit.',
  ),
  BYHAND_RATE_EXCHANGE_MS: variable(
    wholeNumber(0, 60_000),
    '1000',
    'Interval in milliseconds at which nodes that share a PostgreSQL database synchronize rate-limit counters. `0`: each node counts on its own.',
  ),
} as const

type Name = keyof typeof VARIABLES

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly store: string
  readonly publicUrl: string | undefined
  readonly trustedProxies: readonly string[]
  readonly ja4Header: string | undefined
  readonly ingestPath: string
  readonly scriptFile: string
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
  readonly webhookPrivateTargets: boolean
  readonly tokenKey: number
  readonly socketsPerIp: number
  readonly rateExchangeMs: number
  readonly rates: {
    readonly sessionsPerIp: RatePolicy
    readonly sessionsPerSite: RatePolicy
    readonly batchesPerSession: RatePolicy
    readonly batchesPerIp: RatePolicy
    readonly read: RatePolicy
    readonly survey: RatePolicy
    readonly dashboardReads: RatePolicy
    readonly dashboardChanges: RatePolicy
    readonly loginsPerIp: RatePolicy
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

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment = process.env): Config {
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
    trustedProxies: read('BYHAND_TRUSTED_PROXIES') ?? [],
    ja4Header: read('BYHAND_JA4_HEADER'),
    ingestPath: read('BYHAND_INGEST_PATH'),
    scriptFile: read('BYHAND_SCRIPT_FILE'),
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
    webhookPrivateTargets: read('BYHAND_WEBHOOK_PRIVATE_TARGETS'),
    tokenKey: read('BYHAND_TOKEN_KEY'),
    socketsPerIp: read('BYHAND_SOCKETS_PER_IP'),
    rateExchangeMs: read('BYHAND_RATE_EXCHANGE_MS'),
    rates: {
      sessionsPerIp: rate('sessions-per-ip', 'BYHAND_RATE_SESSIONS_PER_IP'),
      sessionsPerSite: rate('sessions-per-site', 'BYHAND_RATE_SESSIONS_PER_SITE'),
      batchesPerSession: rate('batches-per-session', 'BYHAND_RATE_BATCHES_PER_SESSION'),
      batchesPerIp: rate('batches-per-ip', 'BYHAND_RATE_BATCHES_PER_IP'),
      read: rate('read', 'BYHAND_RATE_READS_PER_KEY'),
      survey: rate('survey', 'BYHAND_RATE_SURVEYS_PER_KEY'),
      dashboardReads: rate('dashboard-reads', 'BYHAND_RATE_DASHBOARD_READS'),
      dashboardChanges: rate('dashboard-changes', 'BYHAND_RATE_DASHBOARD_CHANGES'),
      loginsPerIp: rate('logins', 'BYHAND_RATE_LOGINS_PER_IP'),
    },
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return deepFreeze(config as Config)
}

function unknownNames(env: Environment): string[] {
  const known = Object.keys(VARIABLES)
  return Object.keys(env)
    .filter((name) => name.startsWith('BYHAND_') && !known.includes(name))
    .map((name) => {
      const meant = closestWord(name, known)
      return `${name} is not a known variable${meant === undefined ? '' : `; did you mean ${meant}?`}`
    })
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}

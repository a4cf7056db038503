/**
 * The environment, read once. Every variable is in the table below and in `docs/reference/configuration.md`; at the start
 * all mistakes are listed together and nothing is begun.
 */
import { INGEST_PATH, SCRIPT_FILE } from '../../contract/paths.ts'
import {
  addressPath,
  baseUrl,
  fileName,
  hostName,
  logLevel,
  portNumber,
  proxyRanges,
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
  /** As it would be written; undefined: unset. */
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
    'Address to listen on. `0.0.0.0` or `::` to be reached from elsewhere.',
  ),
  BYHAND_PORT: variable(portNumber, '8787', 'Port to listen on. `0` takes any free one.'),
  BYHAND_DATA: variable(
    text,
    './data',
    'Folder for everything the service keeps on this machine. One process at a time.',
  ),
  BYHAND_STORE: variable(
    storeUrl,
    'sqlite',
    'Where sessions live: `sqlite` (a file in the data folder) or `postgres://user:password@host/database`.',
  ),
  BYHAND_PUBLIC_URL: variable(
    baseUrl,
    undefined,
    'Address under which browsers and callers reach the service; used in links it prints and returns. Unset: the listening address.',
  ),
  BYHAND_TRUSTED_PROXIES: variable(
    proxyRanges,
    undefined,
    'Proxies whose `X-Forwarded-For` is believed: addresses, CIDR ranges, `loopback`, `linklocal`, `uniquelocal`, separated by commas. Unset: none.',
  ),
  BYHAND_INGEST_PATH: variable(addressPath, INGEST_PATH, 'Path that takes batches from the browser script.'),
  BYHAND_SCRIPT_FILE: variable(fileName, SCRIPT_FILE, 'File name under which the browser script is served.'),
  BYHAND_METRICS_HOST: variable(hostName, '127.0.0.1', 'Address of the metrics port.'),
  BYHAND_METRICS_PORT: variable(
    portNumber,
    undefined,
    'Port that serves `/metrics` for Prometheus and nothing else. Unset: no such port.',
  ),
  BYHAND_METRICS_KEY: variable(
    secretText,
    undefined,
    'At least 16 characters. Serves `/metrics` on the main port to `Authorization: Bearer <key>`. Unset: not served there.',
  ),
  BYHAND_LOG_LEVEL: variable(
    logLevel,
    'info',
    '`debug`, `info`, `warn`, `error` or `silent`. Only `debug` logs single requests.',
  ),
  BYHAND_MODEL_PREFIX: variable(word, 'byhand', 'What `model` starts with in survey results: `byhand-v021`.'),
  BYHAND_SURVEY_SECOND_OPINION_URL: variable(
    baseUrl,
    undefined,
    'OpenAI-compatible address, such as `http://127.0.0.1:11434/v1`, that is asked about the text of survey answers. It may add a flag, never take one away. Unset: answers leave this machine for nobody.',
  ),
  BYHAND_SURVEY_SECOND_OPINION_KEY: variable(text, undefined, 'Key for that address, where it wants one.'),
  BYHAND_SURVEY_SECOND_OPINION_MODEL: variable(text, 'default', 'Name of the model to ask there.'),
  BYHAND_WEBHOOK_PRIVATE_TARGETS: variable(
    yesOrNo,
    'no',
    '`yes` lets webhooks go to private and loopback addresses and to plain http, for trying them out. Anybody who may add a webhook can then make this service call what only it can reach.',
  ),
  BYHAND_TOKEN_KEY: variable(
    wholeNumber(1, 1_000_000),
    '1',
    'Number of the secret that signs session tokens. Raise it by one to sign with a new secret and still accept the old one; by two to refuse every token handed out so far.',
  ),
  BYHAND_SOCKETS_PER_IP: variable(
    wholeNumber(0, 100_000),
    '256',
    'Connections one address may hold at a time, trusted proxies excepted. `0`: no limit.',
  ),
  BYHAND_RATE_SESSIONS_PER_IP: variable(
    perMinute,
    '30',
    'New sessions a minute from one address. Raise it where many people share one (schools, offices). `0`: no limit.',
  ),
  BYHAND_RATE_SESSIONS_PER_SITE: variable(
    perMinute,
    '600',
    'New sessions a minute with one site key. `0`: no limit.',
  ),
  BYHAND_RATE_BATCHES_PER_SESSION: variable(
    perMinute,
    '120',
    'Batches a minute of one session. `0`: no limit.',
  ),
  BYHAND_RATE_BATCHES_PER_IP: variable(perMinute, '600', 'Batches a minute from one address. `0`: no limit.'),
  BYHAND_RATE_READS_PER_KEY: variable(perMinute, '600', 'Reads a minute with one secret key. `0`: no limit.'),
  BYHAND_RATE_SURVEYS_PER_KEY: variable(
    perMinute,
    '300',
    'Survey analyses a minute with one secret key. `0`: no limit.',
  ),
  BYHAND_RATE_DASHBOARD_READS: variable(
    perMinute,
    '1200',
    'Reads a minute of one member in the dashboard. `0`: no limit.',
  ),
  BYHAND_RATE_DASHBOARD_CHANGES: variable(
    perMinute,
    '120',
    'Changes, uploads, erasures and exports a minute of one member in the dashboard. `0`: no limit.',
  ),
  BYHAND_RATE_LOGINS_PER_IP: variable(
    perMinute,
    '60',
    'Requests a minute from one address to log in, to accept an invitation, or with an invalid session cookie. `0`: no limit.',
  ),
  BYHAND_RATE_EXCHANGE_MS: variable(
    wholeNumber(0, 60_000),
    '1000',
    'How often nodes on one PostgreSQL tell each other what they let through, in milliseconds. `0`: each node counts alone.',
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
      `the configuration has ${mistakes.length} mistake(s):\n${mistakes.map((line) => `  ${line}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The process's own environment, unless another is given. */
export function readConfig(env: Environment = process.env): Config {
  const mistakes = unknownNames(env)

  function read<Key extends Name>(name: Key): ReturnType<(typeof VARIABLES)[Key]['parse']> | undefined
  function read(name: Name): unknown {
    const { parse, fallback } = VARIABLES[name]
    // Compose files hand down unset variables as empty ones.
    const written = env[name]?.trim() || fallback
    if (written === undefined) return undefined
    try {
      return parse(written)
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
      return `${name} is not a variable of this service${meant === undefined ? '' : `; did you mean ${meant}?`}`
    })
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}

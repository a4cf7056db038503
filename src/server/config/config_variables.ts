/** Every environment variable: how it is parsed, its default and its meaning. `tools/reference_tables.ts` writes them into the docs. */
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
  securityContact,
  storeUrl,
  text,
  wholeNumber,
  word,
  yesNoAuto,
  yesNoPrivate,
  yesOrNo,
} from './config_values.ts'

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

export const DEFAULT_PORT = 8787

export const VARIABLES = {
  BYHAND_HOST: variable(
    hostName,
    '127.0.0.1',
    'Address to listen on. Use `0.0.0.0` or `::` to accept connections from other machines.',
  ),
  BYHAND_PORT: variable(portNumber, String(DEFAULT_PORT), 'Port to listen on. `0`: any free port.'),
  BYHAND_DATA: variable(
    text,
    './data',
    'Folder for all data on this machine. Only one process may use it at a time.',
  ),
  BYHAND_STORE: variable(
    storeUrl,
    'sqlite',
    'Database: `sqlite` (a file in the data folder) or `postgres://user:password@host/database`, with special characters in the password percent-encoded.',
  ),
  BYHAND_PUBLIC_URL: variable(
    httpUrl,
    undefined,
    'URL at which browsers and API clients reach the service; the base of printed and returned links. Unset: the listening address.',
  ),
  BYHAND_SECURITY_CONTACT: variable(
    securityContact,
    undefined,
    'Whom to tell about a vulnerability of this installation: a `mailto:`, `https:` or `tel:` URL, which `/.well-known/security.txt` shows. Unset: 404.',
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
  BYHAND_DEMO: variable(
    yesNoAuto,
    'auto',
    'Live demo at `/`: `yes`, `no` or `auto`. It shows visitors how their input is scored, which helps attackers to tune a bot. `auto` therefore serves it on loopback addresses only. When it is off, `/` redirects to the dashboard.',
  ),
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
    'Base URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`, for a second opinion on survey answers and for reference answers. It can add flags but not remove any. Unset: no answer leaves this machine.',
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
  BYHAND_AGENT_DIRECTORIES: variable(
    yesNoPrivate,
    'no',
    "`yes` lets the service fetch the key directories named in agents' signed requests, from public addresses over HTTPS only. `no`: only imported keys count. `private` also allows private addresses and plain HTTP. Use `private` for testing only: visitors could then reach internal services through this server (SSRF).",
  ),
  BYHAND_AGENT_SIGNATURE_MAX_AGE: variable(
    wholeNumber(1, 1_000_000_000),
    '86400',
    'Seconds after which the signature of an agent counts as expired, even if its own expiry time is later.',
  ),
  BYHAND_TOKEN_KEY: variable(
    wholeNumber(1, 1_000_000),
    '1',
    'Number of the secret that signs session tokens. Increase it by one to rotate the secret and still accept old tokens; by two to invalidate all tokens.',
  ),
  BYHAND_MIN_FREE_DISK: variable(
    wholeNumber(0, 1_000_000),
    '256',
    'Free space in MiB on the disk of the data folder, at most a quarter of the disk. Below it, new sessions and files of survey responses get 503. `0`: no limit. Ignored with PostgreSQL.',
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
    '6000',
    'New sessions per site key per minute. Above it, only addresses with few recent sessions are admitted. `0`: no limit.',
  ),
  BYHAND_RATE_NEWCOMER_MINUTES: variable(
    wholeNumber(0, 1_440),
    '10',
    'Above the session rate of a site key, an IP address with at most three sessions in this many minutes is still admitted. `0`: no address is admitted.',
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
    'API reads per secret key per minute, without verifications of signed results. `0`: no limit.',
  ),
  BYHAND_RATE_SURVEYS_PER_KEY: variable(
    perMinute,
    '300',
    'Survey analyses per secret key per minute. `0`: no limit.',
  ),
  BYHAND_SURVEY_TIME_PER_KEY: variable(
    wholeNumber(0, 3_600),
    '60',
    'Seconds of processor time for survey analysis per secret key per minute, on each node. A key that paused may use twice as much at once. `0`: no limit.',
  ),
  BYHAND_RATE_RESULTS_PER_SESSION: variable(
    perMinute,
    '300',
    'Verifications per minute of the signed results of one session, forward-auth requests with its cookie included. Above it, the cookie counts as missing. `0`: no limit.',
  ),
  BYHAND_RATE_STEP_UPS_PER_DEVICE: variable(
    wholeNumber(0, 1_000_000),
    '3',
    'Tasks of step-up verification that one device, and one user, can pass per hour. `0`: no limit.',
  ),
  BYHAND_RATE_STEP_UPS_PER_IP: variable(
    wholeNumber(0, 1_000_000),
    '30',
    'Tasks of step-up verification that can be passed per IP address and hour. `0`: no limit.',
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
  BYHAND_RATE_PAGES_PER_IP: variable(
    perMinute,
    '1200',
    'Requests per IP address per minute for public files: the browser script, documentation, API description, demo and dashboard files. `0`: no limit.',
  ),
  BYHAND_RATE_EXCHANGE_MS: variable(
    wholeNumber(0, 60_000),
    '1000',
    'Interval in milliseconds at which nodes that share a PostgreSQL database synchronize rate-limit counters. `0`: each node counts on its own.',
  ),
} as const

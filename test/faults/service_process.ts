/** Runs the service as a user does: a process, a data folder, printed keys. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf } from '../../src/network/data_folder.ts'
import { writeMmdb } from '../samples/written_mmdb.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CACHE = join(ROOT, 'node_modules', '.cache')
/** The compile cache of bin/launch.js. Tests start the service hundreds of times. */
export const COMPILED = join(CACHE, 'byhand')
/** The variable with the folder of the bundled service, if it was built. */
export const BUNDLE = 'BUNDLED_SERVICE'

/** A file of the bundle if it was built, else a file of the repository. */
export function programFile(bundled: string, source: string): string {
  const folder = process.env[BUNDLE]
  return folder === undefined ? join(ROOT, source) : join(folder, bundled)
}

export interface ServiceProcess {
  readonly address: string
  readonly output: () => string
  readonly child: ChildProcess
  /** Resolves with the exit code or the name of the signal. */
  readonly ended: Promise<number | string>
  kill(signal: NodeJS.Signals): Promise<number | string>
}

export interface ServiceKeys {
  readonly siteKey: string
  readonly secretKey: string
}

/** No rate limits, because these tests send from one address. */
const UNLIMITED = {
  BYHAND_RATE_SESSIONS_PER_IP: '0',
  BYHAND_RATE_SESSIONS_PER_SITE: '0',
  BYHAND_RATE_BATCHES_PER_SESSION: '0',
  BYHAND_RATE_BATCHES_PER_IP: '0',
  BYHAND_RATE_READS_PER_KEY: '0',
  BYHAND_RATE_SURVEYS_PER_KEY: '0',
  BYHAND_RATE_PAGES_PER_IP: '0',
  BYHAND_SOCKETS_PER_IP: '0',
}

/** Processes to kill if a test fails midway. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The key for `/metrics`, so that counters can be compared with the sent batches. */
export const METRICS_KEY = 'for-the-eyes-of-the-tests'

/** Minimal network data, because loading the real tables takes longer than a start. */
function placeNetworkData(dataFolder: string): void {
  const folder = join(dataFolder, 'network')
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const block = '192.0.2.0/24'
  writeFileSync(fileOf(folder, 'country'), writeMmdb([{ block, record: { country_code: 'XX' } }]))
  writeFileSync(fileOf(folder, 'asn'), writeMmdb([{ block, record: { autonomous_system_number: 64_496 } }]))
}

/** `null` if the process ended before it listened. */
export async function startService(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess | null> {
  const started = await launch(dataFolder, env)
  return typeof started === 'string' ? null : started
}

/** Returns the output instead if the process ended. */
async function launch(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess | string> {
  placeNetworkData(dataFolder)
  const child = spawn(process.execPath, [programFile('main.js', 'src/server/boot/main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      BYHAND_DATA: dataFolder,
      BYHAND_PORT: '0',
      BYHAND_METRICS_KEY: METRICS_KEY,
      NODE_COMPILE_CACHE: COMPILED,
      ...UNLIMITED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const address = await new Promise<string | null>((resolve) => {
    void ended.then(() => resolve(null))
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /https?:\/\/[\w.[\]:]+:\d+/.exec(output)
      if (found) resolve(found[0])
    })
  })
  if (address === null) return output
  return {
    address,
    output: () => output,
    child,
    ended,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Like `startService`, but throws if the service does not start. */
export async function mustStart(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const started = await launch(dataFolder, env)
  if (typeof started === 'string') throw new Error(`the service did not start: ${started}`)
  return started
}

/** The keys that the first start prints. Waits for them, because the address is printed first. */
export async function printedKeys(service: ServiceProcess): Promise<ServiceKeys> {
  for (;;) {
    const siteKey = /bh_pk_\w+/.exec(service.output())?.[0]
    const secretKey = /bh_sk_\w+/.exec(service.output())?.[0]
    if (siteKey && secretKey) return { siteKey, secretKey }
    const ended = await Promise.race([service.ended, new Promise((resolve) => setTimeout(resolve, 20))])
    if (ended !== undefined) throw new Error(`the service ended (${ended}): ${service.output()}`)
  }
}

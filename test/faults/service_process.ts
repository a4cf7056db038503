/** The service as its user runs it: a process, a data folder, printed keys. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

export interface ServiceProcess {
  readonly address: string
  readonly output: () => string
  readonly child: ChildProcess
  /** Resolves with the exit code, or the signal's name. */
  readonly ended: Promise<number | string>
  kill(signal: NodeJS.Signals): Promise<number | string>
}

export interface ServiceKeys {
  readonly siteKey: string
  readonly secretKey: string
}

/** No limits on rates: these tests are about data, and come from one address. */
const UNLIMITED = {
  BYHAND_RATE_SESSIONS_PER_IP: '0',
  BYHAND_RATE_SESSIONS_PER_SITE: '0',
  BYHAND_RATE_BATCHES_PER_SESSION: '0',
  BYHAND_RATE_BATCHES_PER_IP: '0',
  BYHAND_RATE_READS_PER_KEY: '0',
  BYHAND_SOCKETS_PER_IP: '0',
}

/** `null` when it ended before it listened. */
export async function startService(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess | null> {
  const child = spawn(process.execPath, [join(ROOT, 'src/server/main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      BYHAND_DATA: dataFolder,
      BYHAND_PORT: '0',
      ...UNLIMITED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const address = await new Promise<string | null>((resolve) => {
    ended.then(() => resolve(null))
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /https?:\/\/[\w.[\]:]+:\d+/.exec(output)
      if (found) resolve(found[0])
    })
  })
  if (address === null) return null
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

/** As `startService`, where not starting is a failure of the test. */
export async function mustStart(
  dataFolder: string,
  env?: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const service = await startService(dataFolder, env)
  if (service === null) throw new Error('the service did not start')
  return service
}

/** The keys a first start prints. Waits for them, because the address is printed before. */
export async function printedKeys(service: ServiceProcess): Promise<ServiceKeys> {
  for (;;) {
    const siteKey = /bh_pk_\w+/.exec(service.output())?.[0]
    const secretKey = /bh_sk_\w+/.exec(service.output())?.[0]
    if (siteKey && secretKey) return { siteKey, secretKey }
    const ended = await Promise.race([service.ended, new Promise((resolve) => setTimeout(resolve, 20))])
    if (ended !== undefined) throw new Error(`the service ended (${ended}): ${service.output()}`)
  }
}

/** A service that a test started from an installed package, in its own process group. */
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface InstalledService {
  readonly address: string
  readonly siteKey: string
  readonly secretKey: string
  /** The exit status. */
  stop(): Promise<number | null>
}

/** Resolves when the first start has printed its keys. */
export async function startInstalled(
  [program, ...words]: readonly string[],
  options: SpawnOptions,
): Promise<InstalledService> {
  const child = spawn(program as string, words, {
    ...options,
    // npx runs the command through a shell, which does not pass signals on.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([status]) => status as number | null)
  let output = ''
  const printed = new Promise<InstalledService>((resolve) => {
    const look = (chunk: Buffer) => {
      output += chunk
      const address = /https?:\/\/\S+:\d+/.exec(output)?.[0]
      const siteKey = /bh_pk_\w+/.exec(output)?.[0]
      const secretKey = /bh_sk_\w+(?=\s)/.exec(output)?.[0]
      if (address && siteKey && secretKey) resolve({ address, siteKey, secretKey, stop })
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
  })
  async function stop(): Promise<number | null> {
    process.kill(-(child.pid as number), 'SIGTERM')
    return ended
  }
  return Promise.race([
    printed,
    ended.then((status) => {
      throw new Error(`the service ended with status ${status}: ${output}`)
    }),
  ])
}

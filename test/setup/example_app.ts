/** Starts an example of `examples/` in a copy, with the packages of this repository. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './free_port.ts'
import { untilOpen } from './until_open.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface ExampleKeys {
  readonly service: string
  readonly siteKey: string
  readonly secretKey: string
}

export interface ExampleApp {
  readonly url: string
  stop(): Promise<void>
}

/** Compiles `@byhand/node` as it is packed; returns its folder. */
export async function compiledNodeClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-client-'))
  await cp(join(ROOT, 'clients/node/package.json'), join(folder, 'package.json'))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'clients/node'), '--outDir', join(folder, 'dist')])
  return folder
}

/** `command`: with PORT in place of the port. `linked`: packages by name, and their folders. */
export async function startExample(
  name: string,
  command: readonly [string, ...string[]],
  keys: ExampleKeys,
  linked: Readonly<Record<string, string>>,
  readyMs?: number,
): Promise<ExampleApp> {
  const folder = await mkdtemp(join(tmpdir(), `byhand-example-${name}-`))
  await cp(join(ROOT, 'examples'), folder, { recursive: true })
  for (const [module, target] of Object.entries(linked)) {
    const link = join(folder, name, 'node_modules', module)
    await mkdir(dirname(link), { recursive: true })
    await symlink(target, link)
  }
  const port = await freePort()
  const [program, ...words] = command.map((word) => word.replace('PORT', String(port))) as [
    string,
    ...string[],
  ]
  const child: ChildProcess = spawn(program, words, {
    cwd: join(folder, name),
    stdio: 'ignore',
    // npm does not pass signals on to the program that it runs.
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      BYHAND_URL: keys.service,
      BYHAND_SITE_KEY: keys.siteKey,
      BYHAND_SECRET_KEY: keys.secretKey,
    },
  })
  await untilOpen(port, readyMs)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      process.kill(-(child.pid as number))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const ofRepository = (module: string): string => join(ROOT, 'node_modules', module)

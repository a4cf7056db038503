/** Starts an example of `examples/` in a copy. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './free_port.ts'
import { untilOpen } from './until_open.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The command that `examples/README.md` gives, after `npm install`. */
const COMMANDS = {
  express: ['npm', 'start', '--silent'],
  fastify: ['npm', 'start', '--silent'],
  next: ['npm', 'start', '--silent'],
  php: ['php', '-S', '127.0.0.1:PORT', 'index.php'],
} as const
/** Next builds its app first. */
const READY_MS = 240_000

export type ExampleName = keyof typeof COMMANDS

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

const folderOf = (name: string): string =>
  [join(ROOT, 'test/node_modules', name), join(ROOT, 'node_modules', name)].find((path) =>
    existsSync(path),
  ) ?? ''

/** Links a package of this repository into an example in place of `npm install`. */
export async function linkPackage(example: string, name: string, target = folderOf(name)) {
  const link = join(example, 'node_modules', name)
  await mkdir(dirname(link), { recursive: true })
  await symlink(target, link)
}

/** `install` gets the folder of the example. */
export async function startExample(
  name: ExampleName,
  keys: ExampleKeys,
  install: (folder: string) => unknown,
): Promise<ExampleApp> {
  const copy = await mkdtemp(join(tmpdir(), `byhand-example-${name}-`))
  const folder = join(copy, name)
  await cp(join(ROOT, 'examples'), copy, { recursive: true })
  await install(folder)
  const port = await freePort()
  const [program, ...words] = COMMANDS[name].map((word) => word.replace('PORT', String(port)))
  const child = spawn(program as string, words, {
    cwd: folder,
    stdio: 'ignore',
    // npm does not pass signals on to the program that it runs.
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      NEXT_TELEMETRY_DISABLED: '1',
      BYHAND_URL: keys.service,
      BYHAND_SITE_KEY: keys.siteKey,
      BYHAND_SECRET_KEY: keys.secretKey,
    },
  })
  const stop = async () => {
    if (child.exitCode === null) process.kill(-(child.pid as number))
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
  await untilOpen(port, READY_MS).catch(async (error) => {
    await stop()
    throw error
  })
  return { url: `http://127.0.0.1:${port}`, stop }
}

/** Runs the `byhand` command: in a process of its own, or in this one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { runProgram } from '../../src/cli/program.ts'
import { COMPILED, programFile } from '../faults/service_process.ts'

const ROOT = join(import.meta.dirname, '../..')
export const LAUNCHER = join(ROOT, 'bin/byhand.js')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** The file to run, if not the bundled command. */
  readonly launcher?: string
  readonly cwd?: string
  /** The Node to run it with. */
  readonly node?: string
}

export interface Running {
  readonly child: ChildProcess
  readonly output: () => { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<Ended>
}

export function startByhand(
  { folder, env = {}, launcher, cwd = ROOT, node = process.execPath }: Place,
  ...words: string[]
): Running {
  const child = spawn(node, [launcher ?? programFile('cli.js', 'bin/byhand.js'), ...words], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      BYHAND_DATA: folder,
      BYHAND_PORT: '0',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { child, output: () => ({ stdout, stderr }), ended }
}

export const byhand = (place: Place, ...words: string[]): Promise<Ended> => startByhand(place, ...words).ended

/** Runs a command in this process, which saves the start of another. Not for commands that set the exit code themselves. */
export async function byhandHere(
  { folder, env = {} }: Pick<Place, 'folder' | 'env'>,
  ...words: string[]
): Promise<Omit<Ended, 'signal'>> {
  let [stdout, stderr] = ['', '']
  const set = { BYHAND_DATA: folder, BYHAND_PORT: '0', ...env }
  const before = Object.keys(set).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, set)
  try {
    const code = await runProgram(words, {
      out: (text) => {
        stdout += `${text}\n`
      },
      write: async (bytes) => {
        stdout += Buffer.from(bytes).toString('utf8')
      },
      note: (text) => {
        stderr += text
      },
      isScreen: false,
    })
    return { code, stdout, stderr }
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Starts a service process; resolves when its standard output matches, rejects if it ends first. */
export async function serveUntil(
  place: Place,
  pattern: RegExp,
): Promise<Running & { readonly address: string }> {
  const running = startByhand(place, 'serve')
  const seen = new Promise<void>((resolve) => {
    const look = () => pattern.test(running.output().stdout) && resolve()
    running.child.stdout?.on('data', look)
  })
  const early = running.ended.then(({ stderr }) => {
    throw new Error(`the service ended: ${stderr}`)
  })
  await Promise.race([seen, early])
  early.catch(() => {})
  const address = /https?:\/\/[\w.[\]:]+:\d+/.exec(running.output().stdout)?.[0] as string
  return { ...running, address }
}

export async function stop({ child, ended }: Running): Promise<Ended> {
  child.kill('SIGTERM')
  return ended
}

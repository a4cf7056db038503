/** Runs programs for the deployment tests. */
import { spawn } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Runs a program to its end, with any exit code. */
export async function run(
  program: string,
  words: readonly string[],
  { env = {}, cwd }: RunOptions = {},
): Promise<Ended> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  child.on('error', reject)
  child.on('close', (code) => resolve({ code, stdout, stderr }))
  return promise
}

/** Like `run`, but throws with the program's output unless it succeeds. */
export async function mustRun(
  program: string,
  words: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(program, words, options)
  if (code === 0) return stdout
  const said = `${stdout}\n${stderr}`.trim().slice(-4_000)
  throw new Error(`${program} ${words.join(' ')} ended with ${code}:\n${said}`)
}

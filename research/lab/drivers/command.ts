/** Runs a command-line tool once per step, as a language model does. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

export type Command = (...words: readonly string[]) => Promise<string>

export function openCommand(
  program: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Command {
  const [file, ...first] = program as [string, ...string[]]
  return async (...words) => {
    const { stdout } = await runFile(file, [...first, ...words], { cwd, env: { ...env }, timeout: 60_000 })
    return stdout
  }
}

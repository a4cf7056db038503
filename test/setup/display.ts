/** A virtual screen for browsers with a window. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface Display {
  /** The value of `DISPLAY`. */
  readonly name: string
  stop(): void
}

/** `{ windowManager: true }` starts openbox, which some windows need to get the focus. */
export async function startDisplay(options: { windowManager?: boolean } = {}): Promise<Display> {
  requireProgram('/usr/bin/Xvfb', 'xvfb')
  const server = spawn(
    '/usr/bin/Xvfb',
    ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const name = `:${await firstLine(server)}`
  let manager: ChildProcess | undefined
  if (options.windowManager) {
    requireProgram('/usr/bin/openbox', 'openbox')
    manager = spawn('/usr/bin/openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: name } })
  }
  return {
    name,
    stop: () => {
      manager?.kill()
      server.kill()
    },
  }
}

export function requireProgram(path: string, debianPackage: string): void {
  if (!existsSync(path)) {
    throw new Error(
      `${path} is missing: install the Debian package ${debianPackage} (apt-get install ${debianPackage})`,
    )
  }
}

/** Xvfb picks a free number and prints it when it accepts connections. */
function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.once('exit', (code) => reject(new Error(`Xvfb ended with status ${code}`)))
    server.stdio[3]?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.trim())
    })
  })
}

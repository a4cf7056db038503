/** The accessibility bus of Linux, over which screen readers act on a page, and a client that acts on it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sleep } from '../scenario.ts'

/** Files of the Debian packages at-spi2-core, dbus-daemon and python3. */
export const ACCESSIBILITY_FILES = [
  '/usr/libexec/at-spi-bus-launcher',
  '/usr/bin/dbus-daemon',
  '/usr/bin/python3',
] as const
const [LAUNCHER, DAEMON, PYTHON] = ACCESSIBILITY_FILES

/** Chromium builds the tree of the page for screen readers. */
export const ACCESSIBILITY_FLAGS = ['--force-renderer-accessibility'] as const

export interface AccessibilityBus {
  /** The environment of programs that use the bus. */
  readonly env: Readonly<Record<string, string>>
  /** Presses the element whose accessible name begins with this. */
  press(name: string): Promise<void>
  /** Moves the focus there. */
  focus(name: string): Promise<void>
  stop(): Promise<void>
}

/** The Debian package that is missing, or undefined. */
export const missingAccessibility = (): string | undefined =>
  spawnSync(PYTHON, ['-c', 'import pyatspi'], { stdio: 'ignore' }).status === 0
    ? undefined
    : 'the Debian package python3-pyatspi'

export async function startAccessibilityBus(
  outer: Readonly<Record<string, string>>,
): Promise<AccessibilityBus> {
  const daemon = spawn(DAEMON, ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: outer,
  })
  const [address] = (await once(createInterface(daemon.stdout), 'line')) as [string]
  const env = {
    ...outer,
    DBUS_SESSION_BUS_ADDRESS: address,
    // Chromium connects to the bus as if a screen reader ran.
    ACCESSIBILITY_ENABLED: '1',
  }
  const launcher = spawn(LAUNCHER, ['--launch-immediately'], { stdio: 'ignore', env })
  await sleep(500)
  const client = spawn(PYTHON, [join(import.meta.dirname, 'python', 'accessibility.py')], {
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines = createInterface(client.stdout)
  let complaint = ''
  client.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(-2000)
  })
  const ended = once(client, 'exit')
  const command = async (verb: string, name: string): Promise<void> => {
    client.stdin.write(`${verb} ${name}\n`)
    const isDone = await Promise.race([once(lines, 'line').then(() => true), ended.then(() => false)])
    if (!isDone) throw new Error(`the accessibility client ended: ${complaint}`)
  }
  return {
    env,
    press: (name) => command('press', name),
    focus: (name) => command('focus', name),
    async stop() {
      client.kill()
      launcher.kill()
      daemon.kill()
      await ended
    },
  }
}

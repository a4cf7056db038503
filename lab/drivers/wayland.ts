/** A Wayland session without a screen: sway, with input through its virtual devices. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Scenario, sleep } from '../scenario.ts'
import { openInput, type Xdotool } from './xdotool.ts'

export const SWAY = '/usr/bin/sway'
export const WTYPE = '/usr/bin/wtype'
/** Flags of a Chromium under Wayland. */
export const OZONE_FLAGS = ['--ozone-platform=wayland'] as const

const NOBODY = 65534
const CONFIG = 'output * resolution 1920x1080\ndefault_border none\n'

export interface WaylandSession {
  /** The environment of programs in the session. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function startWayland({ env }: Pick<Scenario, 'env'>): Promise<WaylandSession> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-lab-wayland-'))
  await writeFile(join(folder, 'config'), CONFIG)
  // sway refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (user.uid !== undefined) await chown(folder, NOBODY, NOBODY)
  const { DISPLAY: _, ...rest } = env
  const session = { ...rest, XDG_RUNTIME_DIR: folder, XDG_SESSION_TYPE: 'wayland' }
  const child = spawn(SWAY, ['-c', join(folder, 'config')], {
    env: {
      ...session,
      HOME: folder,
      WLR_BACKENDS: 'headless',
      WLR_RENDERER: 'pixman',
      WLR_LIBINPUT_NO_DEVICES: '1',
    },
    stdio: 'ignore',
    ...user,
  })
  const ended = once(child, 'exit')
  const find = () => readdirSync(folder).find((name) => /^wayland-\d+$/.test(name))
  for (let tries = 0; find() === undefined && child.exitCode === null && tries < 100; tries++)
    await sleep(100)
  const name = find()
  if (name === undefined) throw new Error('sway did not start')
  await sleep(500)
  return {
    env: { ...session, WAYLAND_DISPLAY: name },
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const openWaylandInput = (
  env: Readonly<Record<string, string>>,
  { touchpad = false }: { readonly touchpad?: boolean } = {},
): Xdotool =>
  openInput(
    'python3',
    [join(import.meta.dirname, 'python', 'wayland_input.py'), ...(touchpad ? ['--touchpad'] : [])],
    env,
  )

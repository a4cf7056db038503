/** A Wayland session without a screen: sway, with input through its virtual devices. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
/** Starts Xwayland, opens it to programs of other users, and writes its name to a file. */
const X11_CONFIG = (folder: string) =>
  `${CONFIG}xwayland force\nexec sh -c 'xhost +local: && echo $DISPLAY > ${folder}/display'\n`
export const XWAYLAND_FILES = [SWAY, '/usr/bin/Xwayland', '/usr/bin/xhost'] as const

export interface WaylandSession {
  /** The environment of programs in the session. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function startWayland(
  { env }: Pick<Scenario, 'env'>,
  { x11 = false }: { readonly x11?: boolean } = {},
): Promise<WaylandSession> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-lab-wayland-'))
  await writeFile(join(folder, 'config'), x11 ? X11_CONFIG(folder) : CONFIG)
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
  const display = x11 ? await readWhenWritten(join(folder, 'display')) : undefined
  return {
    env: { ...session, WAYLAND_DISPLAY: name, ...(display && { DISPLAY: display }) },
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readWhenWritten(file: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const text = existsSync(file) ? (await readFile(file, 'utf8')).trim() : ''
    if (text !== '') return text
    await sleep(100)
  }
  throw new Error('Xwayland did not start')
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

/** A remote desktop: a VNC server with the browser, and a viewer that fills the local screen and sends the input. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { freePort } from '../../../test/setup/free_port.ts'
import { untilOpen } from '../../../test/setup/until_open.ts'
import { sleep } from '../scenario.ts'
import { openXdotool } from './xdotool.ts'

/** Files of the Debian packages tigervnc-standalone-server and tigervnc-viewer. */
export const VNC_FILES = ['/usr/bin/Xtigervnc', '/usr/bin/xtigervncviewer'] as const
const [SERVER, VIEWER] = VNC_FILES

export interface RemoteDesktop {
  /** The environment of programs on the remote desktop. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Both screens have the same size, so that a place on one is the same place on the other. */
export async function startRemoteDesktop(local: Readonly<Record<string, string>>): Promise<RemoteDesktop> {
  const port = await freePort()
  const server = spawn(
    SERVER,
    [
      ...['-displayfd', '3', '-geometry', '1920x1080', '-depth', '24', '-SecurityTypes', 'None'],
      ...['-rfbport', `${port}`, '-localhost=1', '-AlwaysShared=1'],
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env: local },
  )
  const [number] = (await once(createInterface(server.stdio[3] as Readable), 'line')) as [string]
  const env = { ...local, DISPLAY: `:${number.trim()}` }
  await untilOpen(port)
  const manager = spawn('/usr/bin/openbox', [], { stdio: 'ignore', env })
  const viewer = spawn(
    VIEWER,
    ['-FullScreen=1', '-RemoteResize=0', '-AlertOnFatalError=0', `127.0.0.1::${port}`],
    { stdio: 'ignore', env: local },
  )
  await sleep(2500)
  // The viewer sends nothing before it has the keyboard focus. The remote desktop is still empty.
  const xdotool = openXdotool(local)
  await xdotool.run(['mousemove 960 700', 'click 1'])
  xdotool.close()
  return {
    env,
    async stop() {
      for (const child of [viewer, manager, server] as ChildProcess[]) {
        if (child.exitCode !== null) continue
        child.kill()
        await once(child, 'exit')
      }
    },
  }
}

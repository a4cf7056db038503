/**
 * A screen with a real touch device: the X.Org server with its dummy graphics card and its test input driver, which
 * takes touches from a socket. The browser sees an ordinary touchscreen.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '../scenario.ts'
import type { Point } from './imitation.ts'

/** Files of the Debian packages xserver-xorg-core and xserver-xorg-video-dummy. */
export const TOUCHSCREEN_FILES = [
  '/usr/bin/Xorg',
  '/usr/lib/xorg/modules/input/inputtest_drv.so',
  '/usr/lib/xorg/modules/drivers/dummy_drv.so',
] as const

export const SCREEN = { width: 1920, height: 1080 } as const

export interface Touchscreen {
  /** The value of `DISPLAY`. */
  readonly name: string
  touch(kind: 'begin' | 'move' | 'end', at: Point, pressure: number): void
  stop(): Promise<void>
}

/** Event types of the X input extension. */
const TOUCH_TYPE = { begin: 18, move: 19, end: 20 } as const

/** Lengths and offsets of the driver's messages, in bytes. */
const MESSAGE = {
  version: { length: 12, type: 0 },
  touch: { length: 1056, type: 6, id: 8, kind: 12, mask: 20, valuators: 32 },
} as const
/** Axes out of 64: position on 0 and 1, pressure on 4. */
const AXES = { x: 0, y: 1, pressure: 4 } as const
const AXIS_MAX = 0xffff
const PRESSURE_MAX = 2047

export async function startTouchscreen(): Promise<Touchscreen> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-touchscreen-'))
  const path = join(folder, 'finger')
  const settings = join(folder, 'xorg.conf')
  writeFileSync(settings, xorgSettings(path, join(folder, 'keys')))
  const name = `:${freeDisplay()}`
  const server = spawn(
    '/usr/bin/Xorg',
    [
      name,
      '-config',
      settings,
      '-noreset',
      '-nolisten',
      'tcp',
      '-logfile',
      join(folder, 'log'),
      '-novtswitch',
      '-sharevts',
    ],
    { stdio: 'ignore' },
  )
  const ended = once(server, 'exit')
  for (let tries = 0; !existsSync(path); tries++) {
    if (tries > 100 || server.exitCode !== null) throw new Error('the X.Org server did not start')
    await sleep(100)
  }
  await sleep(500)
  const socket = await greet(path)
  const manager = spawn('/usr/bin/openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: name } })
  let finger = 0
  return {
    name,
    touch(kind, at, pressure) {
      if (kind === 'begin') finger += 1
      socket.write(touchMessage(finger, kind, at, pressure))
    },
    async stop() {
      socket.destroy()
      manager.kill()
      server.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The driver requires a version message first. */
async function greet(path: string): Promise<Socket> {
  const socket = connect(path)
  await once(socket, 'connect')
  const { length, type } = MESSAGE.version
  const hello = Buffer.alloc(length)
  hello.writeUInt32LE(length, 0)
  hello.writeUInt32LE(type, 4)
  hello.writeUInt16LE(1, 8)
  hello.writeUInt16LE(1, 10)
  socket.write(hello)
  await once(socket, 'data')
  return socket
}

function touchMessage(id: number, kind: keyof typeof TOUCH_TYPE, at: Point, pressure: number): Buffer {
  const { length, type, ...offset } = MESSAGE.touch
  const message = Buffer.alloc(length)
  message.writeUInt32LE(length, 0)
  message.writeUInt32LE(type, 4)
  message.writeUInt32LE(id, offset.id)
  message.writeUInt32LE(TOUCH_TYPE[kind], offset.kind)
  message.writeUInt8((1 << AXES.x) | (1 << AXES.y) | (1 << AXES.pressure), offset.mask)
  const set = (axis: number, value: number) => message.writeDoubleLE(value, offset.valuators + 8 * axis)
  set(AXES.x, (at.x / SCREEN.width) * AXIS_MAX)
  set(AXES.y, (at.y / SCREEN.height) * AXIS_MAX)
  set(AXES.pressure, pressure * PRESSURE_MAX)
  return message
}

function freeDisplay(): number {
  const taken = readdirSync('/tmp/.X11-unix').map((file) => Number(file.slice(1)))
  for (let number = 50; ; number++) if (!taken.includes(number)) return number
}

const xorgSettings = (finger: string, keys: string): string => `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "BlankTime" "0"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0 - 1000.0
  VertRefresh 5.0 - 200.0
  Modeline "1920x1080" 173.00 1920 2048 2248 2576 1080 1083 1088 1120
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "1920x1080"
    Virtual ${SCREEN.width} ${SCREEN.height}
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "finger"
  Driver "inputtest"
  Option "SocketPath" "${finger}"
  Option "DeviceType" "Touch"
  Option "TouchCount" "5"
EndSection
Section "InputDevice"
  Identifier "keys"
  Driver "inputtest"
  Option "SocketPath" "${keys}"
  Option "DeviceType" "Keyboard"
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "finger" "CorePointer"
  InputDevice "keys" "CoreKeyboard"
EndSection
`

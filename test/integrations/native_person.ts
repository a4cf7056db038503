/** A browser without a driver, with input from the X server at the uneven pace of a person. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHROMIUM, CHROMIUM_FLAGS } from '../setup/browser.ts'
import { startDisplay } from '../setup/display.ts'

export interface NativePerson {
  /** Along a curve, slower towards its end. */
  moveTo(x: number, y: number): Promise<void>
  click(): Promise<void>
  type(text: string): Promise<void>
  press(key: string): Promise<void>
  pause(ms: number): Promise<void>
  close(): Promise<void>
}

const KEYSYMS: Readonly<Record<string, string>> = { ' ': 'space', '.': 'period', ',': 'comma', '@': 'at' }

export async function openNativePerson(url: string): Promise<NativePerson> {
  const display = await startDisplay({ windowManager: true })
  const env = { ...process.env, DISPLAY: display.name }
  const profile = mkdtempSync(join(tmpdir(), 'byhand-person-'))
  const place = ['--window-position=0,0', '--window-size=1200,900', `--user-data-dir=${profile}`]
  const child = spawn(CHROMIUM, [...CHROMIUM_FLAGS, ...place, url], { stdio: 'ignore', env })
  let [x, y] = [700, 700]
  /** Many small steps in one call, because a new process for each would set the pace. */
  const act = async (lines: readonly string[]) => {
    const xdotool = spawn('/usr/bin/xdotool', ['-'], { env, stdio: ['pipe', 'ignore', 'inherit'] })
    xdotool.stdin.end(`${lines.join('\n')}\n`)
    const [code] = await once(xdotool, 'exit')
    if (code !== 0) throw new Error(`xdotool ended with ${code}`)
  }
  const wait = (ms: number) => `sleep ${(ms / 1000).toFixed(4)}`

  return {
    moveTo(toX, toY) {
      const steps = 30 + Math.round(Math.random() * 15)
      const bow = 40 + Math.random() * 60
      const lines: string[] = []
      for (let step = 1; step <= steps; step++) {
        const share = 1 - (1 - step / steps) ** (2 + Math.random() * 0.1)
        const away = Math.sin(share * Math.PI) * bow + Math.random() * 3
        lines.push(
          `mousemove ${Math.round(x + (toX - x) * share + Math.random() * 2)} ${Math.round(y + (toY - y) * share + away)}`,
          wait(7 + Math.random() * 12),
        )
      }
      ;[x, y] = [toX, toY]
      return act(lines)
    },
    click() {
      return act(['mousedown 1', wait(60 + Math.random() * 60), 'mouseup 1'])
    },
    type(text) {
      return act(
        [...text].flatMap((character) => {
          const key = KEYSYMS[character] ?? character
          const pauseMs = 40 + 260 * Math.random() ** 2 + (character === ' ' ? 80 * Math.random() : 0)
          return [wait(pauseMs), `keydown ${key}`, wait(45 + 60 * Math.random()), `keyup ${key}`]
        }),
      )
    },
    press: (key) => act([wait(150 + 200 * Math.random()), `key ${key}`]),
    pause: (ms) => sleep(ms),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      display.stop()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

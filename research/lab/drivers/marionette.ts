/** Firefox's own remote protocol: numbered JSON messages over a socket, without a driver program in between. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { FIREFOX } from '../browsers.ts'
import { type Scenario, sleep } from '../scenario.ts'

export type Command = (name: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

export async function withMarionette(
  scenario: Scenario,
  act: (command: Command) => Promise<void>,
): Promise<void> {
  const { profile, mode, env } = scenario
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0)\n')
  const child = spawn(
    FIREFOX,
    [
      '--marionette',
      '--no-remote',
      '--profile',
      profile,
      '--width',
      '1300',
      '--height',
      '940',
      ...(mode === 'headless' ? ['--headless'] : []),
    ],
    { env: { ...env, HOME: profile }, stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  try {
    // Firefox chooses the port and writes it here.
    const file = join(profile, 'MarionetteActivePort')
    for (let tries = 0; !existsSync(file) && tries < 300; tries++) await sleep(100)
    await sleep(300)
    const command = await open(Number(readFileSync(file, 'utf8')))
    await command('WebDriver:NewSession')
    await command('WebDriver:Navigate', { url: scenario.url })
    await act(command)
    await scenario.finished()
  } finally {
    child.kill()
    await ended
  }
}

/** Messages are preceded by their length: `22:[0,1,"WebDriver:Back",{}]`. */
async function open(port: number): Promise<Command> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, (error: { message: string } | null, result: unknown) => void>()
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)))
      if (colon < 0 || received.length < end) return
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString('utf8'))
      received = received.subarray(end)
      // The first message is a greeting.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
      waiting.get(id)?.(error, result)
      waiting.delete(id)
    }
  })
  let last = 0
  return (name, params = {}) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, (error, result) =>
        error ? reject(new Error(`${name}: ${error.message}`)) : resolve(result),
      )
      const message = JSON.stringify([0, last, name, params])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
}

/**
 * The Chrome DevTools Protocol without a library: a socket, commands and responses. It enables no domain that a page
 * could detect.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../test/setup/free_port.ts'
import { CHROMIUM } from '../browsers.ts'
import { type Scenario, sleep } from '../scenario.ts'

export type Send = (
  method: string,
  params?: Readonly<Record<string, unknown>>,
) => Promise<Record<string, unknown>>

/** Starts Chromium with a debugging port and connects to its first page. */
export async function withCdp(scenario: Scenario, act: (send: Send) => Promise<void>): Promise<void> {
  // With port 0 the browser sets `navigator.webdriver`, so stealth drivers choose a port.
  const port = await freePort()
  const child = spawn(
    CHROMIUM,
    [
      ...scenario.flags,
      `--user-data-dir=${scenario.profile}`,
      `--remote-debugging-port=${port}`,
      ...(scenario.mode === 'headless' ? ['--headless=new'] : []),
      'about:blank',
    ],
    { env: scenario.env, stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  try {
    const file = join(scenario.profile, 'DevToolsActivePort')
    for (let tries = 0; !existsSync(file) && tries < 200; tries++) await sleep(100)
    await sleep(300)
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      type: string
      webSocketDebuggerUrl: string
    }[]
    const page = pages.find(({ type }) => type === 'page')
    if (!page) throw new Error('the browser opened no page')
    const socket = new WebSocket(page.webSocketDebuggerUrl)
    await once(socket, 'open')
    await act(sender(socket))
    await scenario.finished()
    socket.close()
  } finally {
    child.kill()
    await ended
  }
}

function sender(socket: WebSocket): Send {
  const waiting = new Map<number, (answer: { result?: Record<string, unknown>; error?: unknown }) => void>()
  let id = 0
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> }
    if (answer.id === undefined) return
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      id += 1
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${JSON.stringify(error)}`)) : resolve(result ?? {}),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
}

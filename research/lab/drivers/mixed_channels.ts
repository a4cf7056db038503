/** Input of two origins in one session: mouse or keys through the X server, the rest over the protocol. */
import { type Scenario, sleep } from '../scenario.ts'
import type { Channel } from './hardened.ts'
import type { Xdotool } from './xdotool.ts'

type Mouse = Pick<Channel, 'move' | 'press' | 'release' | 'wheel'>

/** Moves the mouse onto the page first, so that the page can report its screen position. */
export async function nativeMouse(xdotool: Xdotool, { layout }: Scenario): Promise<Mouse> {
  await xdotool.run(['mousemove 700 500', 'sleep 0.2', 'mousemove 703 502', 'sleep 0.2', 'mousemove 706 503'])
  await layout.until('the mouse on the page', ({ offset }) => offset !== undefined)
  const run = (line: string): Promise<void> => xdotool.run([line])
  return {
    move({ x, y }) {
      const [left, top] = layout.latest?.offset ?? [0, 0]
      return run(`mousemove ${Math.round(left + x)} ${Math.round(top + y)}`)
    },
    press: () => run('mousedown 1'),
    release: () => run('mouseup 1'),
    async wheel(deltaY) {
      await run(`click ${deltaY > 0 ? 5 : 4}`)
      await sleep(20)
    },
  }
}

export const nativeKeys = (xdotool: Xdotool): Pick<Channel, 'key'> => ({
  key: (type, symbol) => xdotool.run([`${type} ${symbol}`]),
})

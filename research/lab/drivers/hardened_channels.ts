/** Input channels of hardened programs: the raw protocol, Playwright and its forks, Puppeteer and its forks. */
import type { Page as PlaywrightPage } from 'playwright-core'
import type { Page as PuppeteerPage } from 'puppeteer-core'
import { sleep } from '../scenario.ts'
import type { Send } from './cdp.ts'
import type { Channel } from './hardened.ts'
import type { Box } from './imitation.ts'

/** Positions come from the DOM domain, not from a script in the page. */
export async function boxOf(send: Send, selector: string): Promise<Box> {
  const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } }
  const { nodeId } = (await send('DOM.querySelector', { nodeId: root.nodeId, selector })) as {
    nodeId: number
  }
  const { model } = (await send('DOM.getBoxModel', { nodeId })) as {
    model: { border: number[]; width: number; height: number }
  }
  const { border, width, height } = model
  return { x: border[0] as number, y: border[1] as number, width, height }
}

/** Windows key codes: those of punctuation are not the characters' own, which belong to Delete and the arrows. */
const US: Readonly<Record<string, readonly [code: string, plain: string, shifted: string, number: number]>> =
  {
    space: ['Space', ' ', ' ', 32],
    period: ['Period', '.', '>', 190],
    comma: ['Comma', ',', '<', 188],
    semicolon: ['Semicolon', ';', ':', 186],
    apostrophe: ['Quote', "'", '"', 222],
    minus: ['Minus', '-', '_', 189],
    slash: ['Slash', '/', '?', 191],
    equal: ['Equal', '=', '+', 187],
  }
const DIGITS = ')!@#$%^&*('
const CONTROL: Readonly<Record<string, readonly [key: string, code: string, number: number]>> = {
  Shift_L: ['Shift', 'ShiftLeft', 16],
  BackSpace: ['Backspace', 'Backspace', 8],
  Return: ['Enter', 'Enter', 13],
}

/** The event of an X key with or without Shift, as `Input.dispatchKeyEvent` takes it. */
function keyEvent(symbol: string, shift: boolean): Record<string, unknown> & { key: string; code: string } {
  const control = CONTROL[symbol]
  if (control) return { key: control[0], code: control[1], windowsVirtualKeyCode: control[2] }
  if (/^[a-z]$/.test(symbol)) {
    const upper = symbol.toUpperCase()
    return {
      key: shift ? upper : symbol,
      code: `Key${upper}`,
      windowsVirtualKeyCode: upper.charCodeAt(0),
    }
  }
  if (/^\d$/.test(symbol)) {
    const key = shift ? (DIGITS[Number(symbol)] as string) : symbol
    return { key, code: `Digit${symbol}`, windowsVirtualKeyCode: symbol.charCodeAt(0) }
  }
  const [code, plain, shifted, number] = US[symbol] ?? ['', symbol, symbol, 0]
  return { key: shift ? shifted : plain, code, windowsVirtualKeyCode: number }
}

export interface CdpOptions {
  /** The time of each event, in seconds, if not the time of its arrival. */
  timestamp?(): number
  /** Turns the wheel by small steps, as an animation would. */
  readonly smoothWheel?: boolean
}

export function cdpChannel(send: Send, { timestamp, smoothWheel }: CdpOptions = {}): Channel {
  let shift = false
  const stamp = () => (timestamp ? { timestamp: timestamp() } : {})
  const mouse = (type: string, more: object) =>
    send('Input.dispatchMouseEvent', { type, pointerType: 'mouse', ...stamp(), ...more })
  const button = { button: 'left', clickCount: 1, force: 0.5 }
  return {
    boxOf: (selector) => boxOf(send, selector),
    move: (to) => mouse('mouseMoved', { ...to }),
    press: (at) => mouse('mousePressed', { ...at, ...button, buttons: 1 }),
    release: (at) => mouse('mouseReleased', { ...at, ...button, force: 0, buttons: 0 }),
    key(type, symbol) {
      if (symbol === 'Shift_L') shift = type === 'keydown'
      const event = keyEvent(symbol, shift)
      const isText = type === 'keydown' && event.key.length === 1
      return send('Input.dispatchKeyEvent', {
        type: type === 'keydown' ? 'keyDown' : 'keyUp',
        ...event,
        ...stamp(),
        modifiers: shift ? 8 : 0,
        ...(isText && { text: event.key, unmodifiedText: event.key }),
      })
    },
    async wheel(deltaY, at) {
      if (!smoothWheel) return mouse('mouseWheel', { ...at, deltaX: 0, deltaY })
      for (const share of [0.1, 0.25, 0.3, 0.2, 0.15]) {
        await mouse('mouseWheel', { ...at, deltaX: 0, deltaY: Math.round(deltaY * share) })
        await sleep(14)
      }
      return undefined
    },
  }
}

/** Libraries name a character by itself and press no Shift for it, so Shift is a key of its own here. */
interface Library {
  readonly mouse: {
    move(x: number, y: number): Promise<unknown>
    down(): Promise<unknown>
    up(): Promise<unknown>
  }
  readonly keyboard: { down(key: never): Promise<unknown>; up(key: never): Promise<unknown> }
}

function libraryChannel(
  { mouse, keyboard }: Library,
  boxOfSelector: Channel['boxOf'],
  wheel: Channel['wheel'],
): Channel {
  let shift = false
  return {
    boxOf: boxOfSelector,
    move: ({ x, y }) => mouse.move(x, y),
    press: () => mouse.down(),
    release: () => mouse.up(),
    key(type, symbol) {
      if (symbol === 'Shift_L') shift = type === 'keydown'
      const { key, code } = keyEvent(symbol, shift)
      const name = (key.length === 1 && code !== '' && !/^[^\w\s]$/.test(key) ? code : key) as never
      return type === 'keydown' ? keyboard.down(name) : keyboard.up(name)
    },
    wheel,
  }
}

export const playwrightChannel = (page: PlaywrightPage): Channel =>
  libraryChannel(
    page as unknown as Library,
    async (selector) => {
      const box = await page.locator(selector).boundingBox()
      if (!box) throw new Error(`${selector} has no box`)
      return box
    },
    (deltaY) => page.mouse.wheel(0, deltaY),
  )

export const puppeteerChannel = (page: PuppeteerPage): Channel =>
  libraryChannel(
    page as unknown as Library,
    async (selector) => {
      const box = await (await page.$(selector))?.boundingBox()
      if (!box) throw new Error(`${selector} has no box`)
      return box
    },
    (deltaY) => page.mouse.wheel({ deltaY }),
  )

/** WebDriver BiDi takes the character that a key types, not the key, and releases it by the same name. */
export function bidiChannel(page: PuppeteerPage): Channel {
  const pressed = new Map<string, string>()
  return {
    ...puppeteerChannel(page),
    key(type, symbol) {
      const name = (type === 'keyup' && pressed.get(symbol)) || keyEvent(symbol, pressed.has('Shift_L')).key
      if (type === 'keydown') pressed.set(symbol, name)
      else pressed.delete(symbol)
      return type === 'keydown' ? page.keyboard.down(name as never) : page.keyboard.up(name as never)
    },
  }
}

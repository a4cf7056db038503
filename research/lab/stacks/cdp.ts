/**
 * The DevTools protocol without a library, as the newest drivers use it: no Runtime domain, no binding, no emulated
 * window. The careful variant also presses Shift, sets the force of presses and turns the wheel in small steps.
 */
import { type Send, withCdp } from '../drivers/cdp.ts'
import { type InputDriver, imitate } from '../drivers/imitation.ts'
import { codeOf, keyOf } from '../drivers/keyboard.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

/** Positions come from the DOM domain, not from a script in the page. */
async function boxOf(
  send: Send,
  selector: string,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } }
  const { nodeId } = (await send('DOM.querySelector', { nodeId: root.nodeId, selector })) as {
    nodeId: number
  }
  const { model } = (await send('DOM.getBoxModel', { nodeId })) as {
    model: { border: number[]; width: number; height: number }
  }
  return {
    x: model.border[0] as number,
    y: model.border[1] as number,
    width: model.width,
    height: model.height,
  }
}

interface Care {
  /** Presses Shift for capitals and sets the force of presses. */
  readonly careful: boolean
}

function cdpDriver(send: Send, { careful }: Care): InputDriver {
  let at = { x: 0, y: 0 }
  const mouse = (type: string, more: Readonly<Record<string, unknown>> = {}) =>
    send('Input.dispatchMouseEvent', { type, ...at, ...more })
  const button = { button: 'left', buttons: 1, clickCount: 1, ...(careful && { force: 0.5 }) }
  const key = async (type: 'keyDown' | 'keyUp', character: string): Promise<void> => {
    const { shift } = keyOf(character)
    const upper = character.toUpperCase()
    const held = careful && shift
    if (held && type === 'keyDown') {
      await send('Input.dispatchKeyEvent', { ...SHIFT, type: 'keyDown', modifiers: 8 })
      await sleep(40)
    }
    await send('Input.dispatchKeyEvent', {
      type,
      key: character,
      code: codeOf(keyOf(character).symbol) ?? '',
      windowsVirtualKeyCode: upper.charCodeAt(0),
      modifiers: held ? 8 : 0,
      ...(type === 'keyDown' && { text: character, unmodifiedText: character }),
    })
    if (held && type === 'keyUp') await send('Input.dispatchKeyEvent', { ...SHIFT, type: 'keyUp' })
  }
  return {
    boxOf: (selector) => boxOf(send, selector),
    async move(to) {
      at = careful ? { x: Math.round(to.x), y: Math.round(to.y) } : to
      await mouse('mouseMoved')
    },
    press: () => mouse('mousePressed', button),
    release: () => mouse('mouseReleased', { ...button, buttons: 0 }),
    keyDown: (character) => key('keyDown', character),
    keyUp: (character) => key('keyUp', character),
    async wheel(deltaY) {
      if (!careful) return mouse('mouseWheel', { deltaX: 0, deltaY })
      for (let step = 0; step < 6; step++) {
        await mouse('mouseWheel', { deltaX: 0, deltaY: deltaY / 6 })
        await sleep(16)
      }
      return undefined
    },
  }
}

const SHIFT = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }

async function naive(send: Send, { answers, targets, scrollPx }: Scenario): Promise<void> {
  const driver = cdpDriver(send, { careful: false })
  const click = async (selector: string): Promise<void> => {
    const { root } = (await send('DOM.getDocument')) as { root: { nodeId: number } }
    const { nodeId } = (await send('DOM.querySelector', { nodeId: root.nodeId, selector })) as {
      nodeId: number
    }
    await send('DOM.scrollIntoViewIfNeeded', { nodeId })
    const { x, y, width, height } = await driver.boxOf(selector)
    await driver.move({ x: x + width / 2, y: y + height / 2 })
    await driver.press()
    await driver.release()
    await sleep(300)
  }
  const type = async (text: string): Promise<void> => {
    for (const character of text) {
      await driver.keyDown(character)
      await driver.keyUp(character)
      await sleep(25)
    }
  }
  await click(targets.first)
  await type(answers.first)
  await click(targets.choice)
  await driver.wheel(scrollPx)
  await click(targets.otherChoice)
  await click(targets.second)
  await type(answers.second)
  await click(targets.submit)
}

const driven = (act: (send: Send, scenario: Scenario) => Promise<void>) => (scenario: Scenario) =>
  withCdp(scenario, async (send) => {
    await send('Page.navigate', { url: scenario.url })
    await scenario.layout.until('the page', ({ path }) => path === scenario.path)
    await sleep(800)
    await act(send, scenario)
  })

export const stacks: readonly Stack[] = [
  {
    name: 'cdp-naive',
    family: 'cdp',
    modes: ['headless', 'headed'],
    what: 'centered clicks and even keys over the bare protocol',
    run: driven(naive),
  },
  {
    name: 'cdp-human',
    family: 'cdp',
    modes: ['headed'],
    what: 'Bezier paths and irregular keys over the bare protocol',
    run: driven((send, scenario) => imitate(cdpDriver(send, { careful: false }), scenario)),
  },
  {
    name: 'cdp-careful',
    family: 'cdp',
    modes: ['headless', 'headed'],
    times: 5,
    what: 'the same with Shift, force, whole pixels and a wheel in small steps',
    run: driven((send, scenario) => imitate(cdpDriver(send, { careful: true }), scenario)),
  },
]

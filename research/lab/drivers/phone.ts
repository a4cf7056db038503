/** Taps and swipes over the protocol, and text as an on-screen keyboard enters it. */
import { type Scenario, sleep } from '../scenario.ts'
import type { Send } from './cdp.ts'
import { boxOf } from './hardened_channels.ts'
import type { Point } from './imitation.ts'
import type { Random } from './random.ts'

export type Enter = (send: Send, text: string, random: Random) => Promise<void>

/** A word is composed letter by letter, then committed with its space. */
export const composeWords: Enter = async (send, text, random) => {
  for (const word of text.split(/(?<= )/)) {
    const letters = word.trimEnd()
    for (let length = 1; length <= letters.length; length++) {
      await key229(send)
      await send('Input.imeSetComposition', {
        text: letters.slice(0, length),
        selectionStart: length,
        selectionEnd: length,
      })
      await sleep(random.about(105, 0.4))
    }
    await send('Input.insertText', { text: word })
    await sleep(random.about(180, 0.5))
  }
}

/** A swiped word arrives whole. */
export const swipeWords: Enter = async (send, text, random) => {
  for (const word of text.split(/(?<= )/)) {
    await key229(send)
    await send('Input.imeSetComposition', {
      text: word.trimEnd(),
      selectionStart: word.trimEnd().length,
      selectionEnd: word.trimEnd().length,
    })
    await sleep(random.about(30, 0.3))
    await send('Input.insertText', { text: word })
    await sleep(random.about(650, 0.35))
  }
}

const key229 = (send: Send): Promise<unknown> =>
  send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Unidentified', windowsVirtualKeyCode: 229 })

export async function answerOnPhone(send: Send, scenario: Scenario, enter: Enter): Promise<void> {
  const { answers, targets, random } = scenario
  const touch = (type: string, at?: Point) =>
    send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at
        ? [
            {
              ...at,
              radiusX: random.between(9, 14),
              radiusY: random.between(9, 14),
              force: random.between(0.3, 0.7),
            },
          ]
        : [],
    })

  const swipe = async (px: number): Promise<void> => {
    const from = { x: random.between(180, 260), y: random.between(560, 640) }
    await touch('touchStart', from)
    const steps = random.whole(10, 16)
    for (let step = 1; step <= steps; step++) {
      await touch('touchMove', {
        x: from.x + random.normal(0, 0.6) + step,
        y: from.y - px * (step / steps) ** 0.8,
      })
      await sleep(random.about(12, 0.2))
    }
    await touch('touchEnd')
    await sleep(random.about(800, 0.3))
  }

  const tap = async (selector: string): Promise<void> => {
    let before = Number.POSITIVE_INFINITY
    for (;;) {
      const { y, height } = await boxOf(send, selector)
      // The last element of the page stays low, however often it is swiped.
      if (y + height < 700 || y === before) break
      before = y
      await swipe(random.between(250, 420))
    }
    await sleep(random.about(500, 0.3))
    const { x, y, width, height } = await boxOf(send, selector)
    const at = {
      x: x + width * Math.min(0.9, Math.max(0.1, random.normal(0.45, 0.14))),
      y: y + height * Math.min(0.85, Math.max(0.15, random.normal(0.55, 0.14))),
    }
    await touch('touchStart', at)
    await sleep(random.about(85, 0.3))
    await touch('touchEnd')
    await sleep(random.about(450, 0.3))
  }

  await sleep(random.between(1500, 3000))
  await tap(targets.first)
  await enter(send, answers.first, random)
  await tap(targets.choice)
  await tap(targets.otherChoice)
  await tap(targets.second)
  await enter(send, answers.second, random)
  await tap(targets.submit)
}

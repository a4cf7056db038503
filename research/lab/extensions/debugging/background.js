/* Sends input through `chrome.debugger`, without a driver. task.js contains the task. */
importScripts('task.js')

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

let isStarted = false

/** The page may load before this worker starts. */
chrome.tabs.onUpdated.addListener((_tabId, _change, tab) => answerIn(tab))
chrome.tabs.query({}).then((tabs) => tabs.forEach(answerIn))

async function answerIn({ id: tabId, status, url }) {
  const { hostname, pathname } = new URL(url || 'about:blank')
  if (isStarted || status !== 'complete' || hostname !== '127.0.0.1' || pathname !== self.task.path) return
  isStarted = true
  const target = { tabId }
  const send = (method, params) => chrome.debugger.sendCommand(target, method, params)
  const { targets, answers, scrollPx, human } = self.task
  let at = { x: 200, y: 150 }

  const inPage = async (func, ...args) =>
    (await chrome.scripting.executeScript({ target, func, args }))[0].result

  const boxOf = (selector) =>
    inPage((wanted) => {
      const { x, y, width, height } = document.querySelector(wanted).getBoundingClientRect()
      return { x, y, width, height, view: innerHeight }
    }, selector)

  const mouse = (type, more = {}) => send('Input.dispatchMouseEvent', { type, ...at, ...more })

  const wheel = () => mouse('mouseWheel', { deltaX: 0, deltaY: 120 })

  const show = async (selector) => {
    if (!human) {
      await inPage((wanted) => document.querySelector(wanted).scrollIntoView({ block: 'center' }), selector)
      return boxOf(selector)
    }
    for (;;) {
      const box = await boxOf(selector)
      if (box.y + box.height < box.view - 40) return box
      await wheel()
      await pause(80 + Math.random() * 120)
    }
  }

  const moveTo = async (to) => {
    const from = at
    const steps = human ? 30 : 1
    const bend = human ? (Math.random() - 0.5) * 120 : 0
    for (let step = 1; step <= steps; step++) {
      const linear = step / steps
      const t = linear * linear * (3 - 2 * linear)
      at = {
        x: from.x + (to.x - from.x) * t + bend * Math.sin(Math.PI * t),
        y: from.y + (to.y - from.y) * t + bend * Math.sin(Math.PI * t) * 0.5,
      }
      await mouse('mouseMoved')
      if (human) await pause(8 + Math.random() * 8)
    }
  }

  const click = async (selector) => {
    const { x, y, width, height } = await show(selector)
    const off = () => (human ? (Math.random() - 0.5) * 0.5 : 0)
    await moveTo({ x: x + width * (0.5 + off()), y: y + height * (0.5 + off()) })
    const button = { button: 'left', clickCount: 1 }
    await mouse('mousePressed', button)
    if (human) await pause(60 + Math.random() * 60)
    await mouse('mouseReleased', button)
    await pause(400)
  }

  const type = async (text) => {
    for (const key of text) {
      const letter = key.toUpperCase()
      const isLetter = /[A-Z]/.test(letter)
      const code = isLetter ? `Key${letter}` : key === ' ' ? 'Space' : ''
      const windowsVirtualKeyCode = letter.charCodeAt(0)
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, code, windowsVirtualKeyCode })
      if (human) await pause(50 + Math.random() * 60)
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode })
      await pause(human ? 50 + Math.random() * 130 : 12)
    }
  }

  await chrome.debugger.attach(target, '1.3')
  await pause(1500)
  await click(targets.first)
  await type(answers.first)
  await click(targets.choice)
  if (human) {
    for (let px = 0; px < scrollPx; px += 120) {
      await wheel()
      await pause(80 + Math.random() * 100)
    }
  }
  await click(targets.otherChoice)
  await click(targets.second)
  await type(answers.second)
  await click(targets.submit)
}

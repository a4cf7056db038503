/*
 * Runs inside the page and fills in the form without an input device. Modes: `value` sets the value and dispatches
 * events, `keys` also dispatches synthetic key events, `command` uses `execCommand` (trusted, but without keys).
 */
// biome-ignore lint/correctness/noUnusedVariables: the code that injects this file calls it.
async function answerPage({ targets, answers, scrollPx, how }) {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const find = (selector) => document.querySelector(selector)
  const made = (type, Kind, options) => new Kind(type, { bubbles: true, cancelable: true, ...options })

  const setValue = (field, value) => {
    // Frameworks replace the setter on the element, so this calls the setter of the prototype.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
  }

  const enter = async (selector, text) => {
    const field = find(selector)
    field.focus()
    if (how === 'command') {
      for (const word of text.split(/(?<= )/)) {
        document.execCommand('insertText', false, word)
        await pause(120)
      }
      return
    }
    if (how === 'keys') {
      for (const key of text) {
        field.dispatchEvent(made('keydown', KeyboardEvent, { key }))
        setValue(field, field.value + key)
        field.dispatchEvent(made('input', InputEvent, { data: key, inputType: 'insertText' }))
        field.dispatchEvent(made('keyup', KeyboardEvent, { key }))
        await pause(40 + Math.random() * 90)
      }
    } else {
      setValue(field, text)
      field.dispatchEvent(made('input', Event, {}))
    }
    field.dispatchEvent(made('change', Event, {}))
  }

  const click = (selector) => {
    const element = find(selector)
    if (how === 'keys') {
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
        const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent
        const box = element.getBoundingClientRect()
        const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
        element.dispatchEvent(made(type, Kind, { ...place, detail: 1 }))
      }
    }
    element.click()
  }

  await pause(1500)
  await enter(targets.first, answers.first)
  await pause(800)
  click(targets.choice)
  await pause(600)
  window.scrollBy(0, scrollPx)
  await pause(700)
  click(targets.otherChoice)
  await pause(500)
  await enter(targets.second, answers.second)
  await pause(600)
  click(targets.submit)
}

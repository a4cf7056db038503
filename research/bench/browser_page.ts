/** Functions that run inside the measured page. Each is serialized, so it must be self-contained. */

export type Contender = 'empty listener' | 'byhand' | 'rrweb'

export interface Clocked {
  /** Milliseconds in listeners, timers and frame callbacks since the last reset. */
  spentMs: number
  /** Number of callbacks; each adds the overhead of the timing code. */
  callbacks: number
  /** The longest callback. */
  longestMs: number
  /** Milliseconds of each move listener. */
  moves: number[]
  /** Milliseconds of each idle callback. */
  idles: number[]
  longTasks: number
}

/** Runs before any other script and times every callback that a script registers. */
export function clockCallbacks(): void {
  const clocked: Clocked = { spentMs: 0, callbacks: 0, longestMs: 0, moves: [], idles: [], longTasks: 0 }
  Object.assign(window, { clocked })
  const spend = (startMs: number): number => {
    const ms = performance.now() - startMs
    clocked.spentMs += ms
    clocked.callbacks++
    clocked.longestMs = Math.max(clocked.longestMs, ms)
    return ms
  }
  const native = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const run = listener as ((event: Event) => void) | null
    if (typeof run !== 'function') return native.call(this, type, listener, options)
    const isMove = type === 'pointermove' || type === 'mousemove'
    native.call(
      this,
      type,
      function (this: unknown, event: Event) {
        const startMs = performance.now()
        run.call(this, event)
        const ms = spend(startMs)
        if (isMove) clocked.moves.push(ms)
      },
      options,
    )
  }
  const later = window.setTimeout
  const withTimer = (run: (...args: unknown[]) => void, ms?: number) =>
    later(() => {
      const startMs = performance.now()
      run()
      spend(startMs)
    }, ms)
  const withFrame = window.requestAnimationFrame
  Object.assign(window, {
    setTimeout: withTimer,
    requestAnimationFrame: (run: FrameRequestCallback) =>
      withFrame((time) => {
        const startMs = performance.now()
        run(time)
        spend(startMs)
      }),
  })
  const whenIdle = window.requestIdleCallback
  window.requestIdleCallback = (run, options) =>
    whenIdle((deadline) => {
      const start = performance.now()
      run(deadline)
      clocked.idles.push(performance.now() - start)
    }, options)
  new PerformanceObserver((list) => {
    clocked.longTasks += list.getEntries().length
  }).observe({ type: 'longtask' })
}

/** Dispatches `count` moves with time stamps one millisecond apart (a mouse at 1,000 Hz), in groups of one second. */
export function dispatchMoves(count: number): void {
  let base = 0
  for (let i = 0; i < count; i++) {
    if (i % 1000 === 0) base = performance.now() - 1000
    const at = { clientX: i % 900, clientY: i % 500, bubbles: true, pointerType: 'mouse' }
    const move = new PointerEvent('pointermove', at)
    Object.defineProperty(move, 'timeStamp', { value: base + (i % 1000) })
    document.body.dispatchEvent(move)
    document.body.dispatchEvent(new MouseEvent('mousemove', at))
  }
}

/**
 * Simulates busy seconds in real time: the mouse moves at 1,000 Hz for `movingMs` of every second, four keys are typed
 * per second, the wheel turns eight times a second for a quarter of the time, and a click happens every three seconds.
 */
export function beBusy([seconds, movingMs]: readonly [number, number]): Promise<void> {
  const field = document.getElementById('q1') as HTMLTextAreaElement
  const start = performance.now()
  let sent = 0
  const step = (ms: number): void => {
    // An arc of a few pixels per frame, like a person's movement.
    const turn = ms / 400
    const place = {
      clientX: Math.round(400 + 200 * Math.sin(turn)),
      clientY: Math.round(300 + 150 * Math.cos(turn * 1.3)),
      bubbles: true,
      pointerType: 'mouse',
      pointerId: 1,
    }
    if (ms % 1000 < movingMs) {
      document.body.dispatchEvent(new PointerEvent('pointermove', place))
      document.body.dispatchEvent(new MouseEvent('mousemove', place))
    }
    if (ms % 250 === 0) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', code: 'KeyE', bubbles: true }))
      field.value += 'e'
      field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: 'e', bubbles: true }))
      field.dispatchEvent(new KeyboardEvent('keyup', { key: 'e', code: 'KeyE', bubbles: true }))
    }
    if (ms % 4000 < 1000 && ms % 125 === 0) {
      document.body.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true }))
      window.scrollBy(0, 20)
    }
    if (ms % 3000 === 700) {
      for (const type of ['pointerdown', 'pointerup', 'click']) {
        document.body.dispatchEvent(new PointerEvent(type, place))
      }
    }
  }
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const until = Math.min(performance.now() - start, seconds * 1000)
      while (sent < until) step(sent++)
      if (sent < seconds * 1000) return
      clearInterval(timer)
      resolve()
    }, 4)
  })
}

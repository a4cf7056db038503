/**
 * The browser's own functions, taken once as the script loads: what a page replaces afterwards does not reach us.
 * Safe to import where there is no browser; nothing here is called before `start`.
 */
export const win = (typeof window === 'undefined' ? {} : window) as Window & typeof globalThis
export const { document: doc, navigator: nav, fetch: fetchNow, setTimeout: setTimer, performance: perf } = win
export const { round, min, max, random } = Math
export const wallClockMs = Date.now
export const parseJson = win.JSON?.parse
export const namesOf = Object.getOwnPropertyNames

const listen = win.addEventListener
const readNow = perf?.now
export const timeOriginMs = round(perf?.timeOrigin || wallClockMs())

/** Milliseconds since the time origin, of the clock that `event.timeStamp` uses. */
export const now = (): number => (readNow ? readNow.call(perf) : wallClockMs() - timeOriginMs)

export const addListener = (target: EventTarget, type: string, run: unknown, options: object): void =>
  listen.call(target, type, run as EventListener, options)

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Undefined where it throws. */
export function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Access alone throws where storage is blocked. */
export const storage = attempt(() => win.sessionStorage)

export const navigationEntry = (): PerformanceNavigationTiming | undefined =>
  perf?.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined

/**
 * The browser's own functions, captured when the script loads, before a page can replace them.
 * Safe to import outside a browser; nothing here is called before `start`.
 */
import { HELP_PATH } from '../contract/paths.ts'

export const win = (globalThis.window ?? {}) as Window & typeof globalThis
export const { document: doc, navigator: nav, fetch: fetchNow, setTimeout: setTimer, performance: perf } = win
export const { round, min, max, random } = Math
export const wallClockMs = Date.now
export const parseJson = win.JSON?.parse
export const namesOf = Object.getOwnPropertyNames

const listen = win.addEventListener
const readNow = perf?.now
export const timeOriginMs = round(perf?.timeOrigin || wallClockMs())

/** Milliseconds since the time origin, by the clock of `event.timeStamp`. */
export const now = (): number => (readNow ? readNow.call(perf) : wallClockMs() - timeOriginMs)

export const addListener = (target: EventTarget, type: string, run: unknown, options: object): void =>
  listen.call(target, type, run as EventListener, options)

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Undefined if it throws. */
export function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/**
 * Names a fault of the set-up in the console, with the page that explains it. The page lies beside the ingest path, so
 * that both may have the same path prefix.
 */
export const complain = (fault: string, endpoint: string | undefined): void =>
  attempt(() => {
    const help = endpoint ? new URL(`../..${HELP_PATH}`, new URL(endpoint, doc.baseURI)) : ''
    win.console.error(`Byhand: ${fault} ${help}`)
  })

/** Access throws where storage is blocked. */
export const storage = attempt(() => win.sessionStorage)

export const navigationEntry = (): PerformanceNavigationTiming | undefined =>
  perf?.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined

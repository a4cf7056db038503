/** What is on the screen and where, as the page itself tells it (see eyes.js). */

export interface Seen {
  /** Of the page's address. */
  readonly path: string
  /** Screen position of the viewport's corner; unknown until the mouse has been over the page. */
  readonly offset?: readonly [number, number]
  /** By selector. */
  readonly places: Readonly<Record<string, readonly [number, number, number, number]>>
  readonly scale: number
  readonly view: readonly [number, number]
  readonly scrollY: number
  readonly focused: string
  /** Characters in each field; 1 for a radio button that is chosen. */
  readonly lengths: Readonly<Record<string, number>>
  readonly hasFocus: boolean
  /** Milliseconds of the page's clock. */
  readonly at: number
}

export interface Eyes {
  /** The last look, if the page was ever seen. */
  readonly seen: Seen | undefined
  until(what: string, condition: (seen: Seen) => boolean): Promise<Seen>
}

const PATIENCE_MS = 45_000

export function openEyes(): Eyes & { look(seen: Seen): void } {
  let seen: Seen | undefined
  const waiting = new Set<() => void>()
  return {
    get seen() {
      return seen
    },
    look(next) {
      seen = next
      for (const check of waiting) check()
    },
    until: (what, condition) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (seen === undefined || !condition(seen)) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve(seen)
        }
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`never saw ${what}; last look: ${JSON.stringify(seen)}`))
        }, PATIENCE_MS)
        waiting.add(check)
        check()
      }),
  }
}

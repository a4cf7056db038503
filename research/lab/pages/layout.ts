/** The layout of the page on the screen, as reported by layout_reporter.js. */

export interface PageLayout {
  /** The path of the page's URL. */
  readonly path: string
  /** Screen position of the viewport's corner; unknown until the mouse has been over the page. */
  readonly offset?: readonly [number, number]
  /** Where the page was last pressed. */
  readonly touched?: readonly [number, number]
  /** Position and size by selector. */
  readonly places: Readonly<Record<string, readonly [number, number, number, number]>>
  readonly scale: number
  readonly view: readonly [number, number]
  readonly scrollY: number
  readonly focused: string
  /** Number of characters in each field; 1 for a selected radio button. */
  readonly lengths: Readonly<Record<string, number>>
  readonly hasFocus: boolean
  /** Milliseconds on the page's clock. */
  readonly at: number
}

export interface LayoutFeed {
  /** The latest layout, if the page has reported one. */
  readonly latest: PageLayout | undefined
  until(what: string, condition: (seen: PageLayout) => boolean): Promise<PageLayout>
}

const TIMEOUT_MS = 45_000

export function createLayoutFeed(): LayoutFeed & { update(seen: PageLayout): void } {
  let seen: PageLayout | undefined
  const waiting = new Set<() => void>()
  return {
    get latest() {
      return seen
    },
    update(next) {
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
          reject(new Error(`timed out waiting for ${what}; last layout: ${JSON.stringify(seen)}`))
        }, TIMEOUT_MS)
        waiting.add(check)
        check()
      }),
  }
}

/** The icon of a browser or an operating system. */
import type { IconName } from '../parts/icon.tsx'

const BROWSERS: readonly (readonly [pattern: RegExp, icon: IconName])[] = [
  [/firefox/i, 'firefox'],
  [/edge/i, 'edge'],
  [/opera/i, 'opera'],
  [/safari/i, 'safari'],
  [/chrom/i, 'chrome'],
]
const SYSTEMS: Readonly<Record<string, IconName>> = {
  Windows: 'windows',
  macOS: 'apple',
  iOS: 'apple',
  Android: 'android',
  Linux: 'linux',
  ChromeOS: 'chrome',
}

export const browserIcon = (browser: string | null): IconName =>
  BROWSERS.find(([pattern]) => browser !== null && pattern.test(browser))?.[1] ?? 'globe'

export const systemIcon = (system: string | null): IconName => SYSTEMS[system ?? ''] ?? 'screen'

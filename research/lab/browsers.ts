/** Paths and flags of Debian's browsers. */
import { globSync } from 'node:fs'

export const CHROMIUM = '/usr/bin/chromium'
export const CHROMEDRIVER = '/usr/bin/chromedriver'
export const FIREFOX = '/usr/bin/firefox-esr'
/** The small browser of WebKitGTK, from webkit2gtk-driver and libwebkit2gtk. */
export const WEBKIT = globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser')[0] ?? '/usr/lib/webkit2gtk/MiniBrowser'
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--no-default-browser-check',
] as const

/** Enables software rendering, which WebGL in a window needs without a graphics card. */
export const GL_FLAGS = ['--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader'] as const

/** Parses a user agent into `Chromium 156`, `Firefox 153` or `WebKitGTK 26`. */
export function browserVersion(userAgent: string): string {
  const [, webKit] = /X11.*Version\/(\d+).*Safari/.exec(userAgent) ?? []
  if (webKit !== undefined) return `WebKitGTK ${webKit}`
  const [, name, version] = /(Firefox|Chrome)\/(\d+)/.exec(userAgent) ?? []
  return name === undefined ? 'unknown' : `${name === 'Chrome' ? 'Chromium' : name} ${version}`
}

/** Paths and flags of Debian's browsers. */
export const CHROMIUM = '/usr/bin/chromium'
export const CHROMEDRIVER = '/usr/bin/chromedriver'
export const FIREFOX = '/usr/bin/firefox-esr'

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

/** Parses a user agent into `Chromium 156` or `Firefox 153`. */
export function browserVersion(userAgent: string): string {
  const [, name, version] = /(Firefox|Chrome)\/(\d+)/.exec(userAgent) ?? []
  return name === undefined ? 'unknown' : `${name === 'Chrome' ? 'Chromium' : name} ${version}`
}

/** Debian's browsers and how they are started. */
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

/** Without a graphics card a window has no WebGL unless told to draw it in software. */
export const GL_FLAGS = ['--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader'] as const

/** From a user agent: `Chromium 156`, `Firefox 153`. */
export function browserVersion(userAgent: string): string {
  const [, name, version] = /(Firefox|Chrome)\/(\d+)/.exec(userAgent) ?? []
  return name === undefined ? 'unknown' : `${name === 'Chrome' ? 'Chromium' : name} ${version}`
}

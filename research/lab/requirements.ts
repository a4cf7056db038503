/** Lists the missing requirements of the lab that npm does not install. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Debian package and one of its files. */
const NEEDED: Readonly<Record<string, string>> = {
  chromium: '/usr/bin/chromium',
  'chromium-driver': '/usr/bin/chromedriver',
  'firefox-esr': '/usr/bin/firefox-esr',
  xvfb: '/usr/bin/Xvfb',
  openbox: '/usr/bin/openbox',
  xdotool: '/usr/bin/xdotool',
}

export function findMissing(): string[] {
  const packages = Object.keys(NEEDED).filter((name) => !existsSync(NEEDED[name] as string))
  const root = join(import.meta.dirname, '../..')
  return [
    ...(packages.length > 0 ? [`Debian packages: apt-get install ${packages.join(' ')}`] : []),
    ...(existsSync(join(import.meta.dirname, 'node_modules'))
      ? []
      : ["the lab's own packages: npm ci --prefix research/lab"]),
    ...(existsSync(join(root, 'dist/browser/byhand.js')) ? [] : ['the browser script: npm run build']),
  ]
}

/** Finds links inside the built site that lead to no file or to no element. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Addresses of the service outside the site. */
const SERVICE = /^\/(openapi\.json|app)\b/

const ATTRIBUTE = /\s(?:href|src)="([^"]*)"/g

/** One line for each broken link. */
export function brokenSiteLinks(folder: string, base: string): string[] {
  const pages = new Map(
    globSync('**/*.html', { cwd: folder }).map(
      (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
    ),
  )
  const ids = new Map([...pages].map(([name, html]) => [name, idsOf(html)] as const))
  return [...pages].flatMap(([name, html]) =>
    [...new Set([...html.matchAll(ATTRIBUTE)].map((match) => (match[1] as string).replaceAll('&amp;', '&')))]
      .filter((link) => !/^[a-z]+:/.test(link) && !SERVICE.test(link))
      .filter((link) => !resolves(link, name))
      .map((link) => `${name}: ${link}`),
  )

  function resolves(link: string, from: string): boolean {
    const [path = '', anchor = ''] = link.split('#')
    const address =
      path === ''
        ? base + from
        : posix.resolve(posix.dirname(base + from), path) + (path.endsWith('/') ? '/' : '')
    if (!address.startsWith(base)) return false
    const below = decodeURI(address.slice(base.length)).replace(/\?.*$/, '')
    const file = below === '' || below.endsWith('/') ? `${below}index.html` : below
    if (!existsSync(join(folder, file))) return false
    return anchor === '' || (ids.get(file)?.has(decodeURIComponent(anchor)) ?? false)
  }
}

const idsOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1] as string))

/** `llms.txt`: the titles, addresses and first sentences of all pages, for programs that read the docs. */
import { type Group, type Item, linksOf } from './sidebar.ts'
import { addressOf, BASE, type SourcePage } from './source_pages.ts'

/** In the order of the navigation. */
export function llmsText(pages: ReadonlyMap<string, SourcePage>, sidebar: readonly (Item | Group)[]): string {
  const byAddress = new Map([...pages.values()].map((page) => [addressOf(page.file), page]))
  const lineOf = ({ link }: Item): string[] => {
    const address = BASE + link.slice(1)
    const page = byAddress.get(address)
    // The navigation may have a page in two groups.
    byAddress.delete(address)
    return page === undefined ? [] : [`- [${page.title}](${address}): ${page.description}`]
  }
  const start = byAddress.get(BASE) as SourcePage
  const groups = sidebar.flatMap((item) => ('items' in item ? [item] : []))
  return [
    `# ${start.title}`,
    `> ${start.description}`,
    ...groups.map((group) => [`## ${group.label}`, '', ...linksOf(group.items).flatMap(lineOf)].join('\n')),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

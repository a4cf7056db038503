/** The navigation, derived from the lists of links on the index page of each folder. */
import { idOf, type SourcePage, targetOf } from './source_pages.ts'

const START = 'docs/index.md'

export interface Item {
  readonly label: string
  readonly link: string
}
export interface Group {
  readonly label: string
  readonly collapsed: boolean
  readonly items: (Item | Group)[]
}

type Pages = ReadonlyMap<string, SourcePage>

/** Entries that are no markdown file, by the index page they follow. */
const EXTRA: Readonly<Record<string, readonly Item[]>> = {
  'docs/reference/index.md': [{ label: 'API explorer', link: '/api/' }],
}

export function sidebarOf(pages: Pages, sourceOf: (file: string) => string): (Item | Group)[] {
  const folders = linksIn(sourceOf(START), START).filter((file) => /^docs\/[^/]+\/index\.md$/.test(file))
  return folders.map((file) => groupOf(file, pages, sourceOf))
}

/** Every entry, in the order of the navigation. */
export const linksOf = (items: readonly (Item | Group)[]): Item[] =>
  items.flatMap((item) => ('items' in item ? linksOf(item.items) : [item]))

function groupOf(index: string, pages: Pages, sourceOf: (file: string) => string): Group {
  const folder = `${idOf(index)}/`
  const items: (Item | Group)[] = [itemOf(index, pages, 'Overview'), ...(EXTRA[index] ?? [])]
  let current = items
  for (const part of sourceOf(index).split(/^(?=## )/m)) {
    const heading = /^## (.+)/.exec(part)?.[1]
    const files = [...new Set(linksIn(part, index))].filter(
      (file) => idOf(file).startsWith(folder) && file !== index && pages.has(file),
    )
    if (files.length === 0) continue
    if (heading !== undefined) {
      current = []
      items.push({ label: heading, collapsed: false, items: current })
    }
    for (const file of files) {
      const isFolder = file.endsWith('/index.md')
      current.push(isFolder ? groupOf(file, pages, sourceOf) : itemOf(file, pages))
    }
  }
  return { label: (pages.get(index) as SourcePage).title, collapsed: true, items }
}

function itemOf(file: string, pages: Pages, label = (pages.get(file) as SourcePage).title): Item {
  const id = idOf(file)
  return { label, link: id === 'index' ? '/' : `/${id}/` }
}

const linksIn = (text: string, file: string): string[] =>
  [...text.matchAll(/\]\(([^()\s]+\.md)(?:#[^()\s]*)?\)/g)].map((match) => targetOf(file, match[1] as string))

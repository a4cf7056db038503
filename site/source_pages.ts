/** The markdown files as pages of the site. The files stay plain: titles and links are derived here. */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readTables } from '../tools/tables.ts'
import { withTables } from './tables.ts'

const ROOT = join(import.meta.dirname, '..')

/** The docs folder of an extension has the pages that it adds to the folders of `docs`. */
const PAGES = '{,extensions/*/}docs/**/*.md'

/** The path of the site on the service; `src/server/http/docs_site.ts` serves it there. */
export const BASE = '/docs/'

/** Pages outside docs/ that the docs link to. */
const OTHERS: readonly string[] = ['CHANGELOG.md']

const DESCRIPTION_CHARS = 180

export interface SourcePage {
  /** The address below the base, without slashes at its ends; `index` for the start page. */
  readonly id: string
  /** The path from the root of the repository. */
  readonly file: string
  readonly title: string
  readonly description: string
  /** Markdown without the title, with links that work on the site. */
  readonly body: string
}

/** Every page by its file. Throws when a link leads to a file that is not there. */
export function readSourcePages(): ReadonlyMap<string, SourcePage> {
  const files = [...globSync(PAGES, { cwd: ROOT }).toSorted(), ...OTHERS]
  const known = new Set([...files, ...globSync('docs/pictures/*', { cwd: ROOT })])
  return new Map(
    files.map((file) => [file, parsePage(file, readFileSync(join(ROOT, file), 'utf8'), known)] as const),
  )
}

export function parsePage(file: string, text: string, known: ReadonlySet<string>): SourcePage {
  const title = /^# (.+)$/m.exec(text)
  if (title === null) throw new Error(`${file} has no title`)
  const source = text.slice(title.index + title[0].length)
  const body = withTables(source, (link) => readTables(join(ROOT, targetOf(file, link))))
  return {
    id: idOf(file),
    file,
    title: plainText(title[1] as string),
    description: descriptionOf(body),
    body: withSiteLinks(file, body, known),
  }
}

export const idOf = (file: string): string =>
  file
    .toLowerCase()
    .replace(/^(extensions\/\w+\/)?docs\//, '')
    .replace(/\.md$/, '')
    .replace(/\/index$/, '')

export const addressOf = (file: string): string =>
  idOf(file) === 'index'
    ? BASE
    : `${BASE}${file.endsWith('.md') ? `${idOf(file)}/` : file.slice('docs/'.length)}`

/** The file that a relative link of a page leads to. */
export const targetOf = (file: string, link: string): string =>
  posix.join(posix.dirname(file), decodeURI(link.replace(/#.*$/, '')))

/** Code, which is kept as it is, or a link: its text and its target. */
const CODE_OR_LINK = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`|\[([^\]]*)\]\(([^()\s]+)\)/gm

function withSiteLinks(file: string, body: string, known: ReadonlySet<string>): string {
  return body.replace(CODE_OR_LINK, (all, _fence, label: string, link: string | undefined) => {
    if (link === undefined || /^([a-z]+:|#)/.test(link)) return all
    const target = targetOf(file, link)
    if (!known.has(target)) throw new Error(`${file} links to ${link}, which is not there`)
    const anchor = /#.*$/.exec(link)?.[0] ?? ''
    return `[${label}](${addressOf(target)}${anchor})`
  })
}

const plainText = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')

/** The first paragraph, for search results and link previews. */
function descriptionOf(body: string): string {
  const paragraph = body.split(/\n\s*\n/).find((block) => /^\s*[\p{L}`*[]/u.test(block)) ?? ''
  const text = plainText(paragraph.trim().replace(/\s+/g, ' '))
  return text.length <= DESCRIPTION_CHARS
    ? text
    : `${text.slice(0, DESCRIPTION_CHARS).replace(/\s\S*$/, '')} …`
}

/** Every relative link and anchor in the docs resolves, and every page is reachable from docs/index.md. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTables } from '../tools/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const START = 'docs/index.md'

/** The text of each page, by its path from the root. */
type Pages = ReadonlyMap<string, string>

interface Link {
  /** Path from the root; empty segments and `..` are resolved. */
  readonly path: string
  readonly anchor: string
}

const isTable = (path: string, id: string): boolean =>
  path.endsWith('.json') && readTables(join(ROOT, path)).some((table) => table.id === id)

const isFile = (path: string): boolean => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile()

const withoutCode = (text: string): string =>
  text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '')

function linksOf(page: string, text: string): Link[] {
  return [...withoutCode(text).matchAll(/\[[^\]]*\]\(([^()\s]+)\)/g)]
    .map((match) => match[1] as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#')
      return { path: path === '' ? page : posix.join(posix.dirname(page), decodeURI(path)), anchor }
    })
}

/** The heading ids that GitHub and most site generators create. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    anchors.add(before === 0 ? slug : `${slug}-${before}`)
  }
  return anchors
}

function brokenLinks(pages: Pages, exists: (path: string) => boolean): string[] {
  return [...pages].flatMap(([page, text]) =>
    linksOf(page, text).flatMap(({ path, anchor }) => {
      const target = pages.get(path)
      if (target === undefined && !exists(path)) return [`${page}: no file ${path}`]
      if (anchor !== '' && !anchorsOf(target ?? '').has(anchor) && !isTable(path, anchor))
        return [`${page}: no ${path}#${anchor}`]
      return []
    }),
  )
}

function reachable(pages: Pages, start: string): Set<string> {
  const found = new Set([start])
  for (const page of found) {
    for (const { path } of linksOf(page, pages.get(page) ?? '')) found.add(path)
  }
  return found
}

const FILES = globSync('{,extensions/*/}docs/**/*.*', { cwd: ROOT }).sort()
const PAGES: Pages = new Map(
  [...FILES.filter((path) => path.endsWith('.md')), 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'].map(
    (path) => [path, readFileSync(join(ROOT, path), 'utf8')],
  ),
)

describe('the docs', () => {
  it('have no broken link and no broken anchor', () => {
    expect(brokenLinks(PAGES, isFile)).toEqual([])
  })

  it('are all reachable from the start page', () => {
    const found = reachable(PAGES, START)
    expect(FILES.filter((path) => !found.has(path))).toEqual([])
  })

  it('have one title per page', () => {
    const titles = (text: string) => withoutCode(text).match(/^# /gm)?.length ?? 0
    expect([...PAGES].filter(([, text]) => titles(text) !== 1).map(([path]) => path)).toEqual([])
  })
})

describe('the link check', () => {
  const pages: Pages = new Map([
    [
      'docs/index.md',
      '# Start\n\n[good](a/b.md#some-heading) [bad](a/none.md) [bad](a/b.md#nothing) [folder](a/)',
    ],
    [
      'docs/a/b.md',
      '# B\n\n## Some `heading`\n\n[up](../index.md) [web](https://example.org)\n\n`[code](none.md)`',
    ],
    ['docs/a/alone.md', '# Alone\n\n```md\n[code](none.md)\n```\n'],
  ])

  it('reports a missing page, a missing anchor and a link to a folder, and nothing else', () => {
    expect(brokenLinks(pages, () => false)).toEqual([
      'docs/index.md: no file docs/a/none.md',
      'docs/index.md: no docs/a/b.md#nothing',
      'docs/index.md: no file docs/a/',
    ])
  })

  it('reports a page that no link leads to', () => {
    const found = reachable(pages, 'docs/index.md')
    expect([...pages.keys()].filter((path) => !found.has(path))).toEqual(['docs/a/alone.md'])
  })
})

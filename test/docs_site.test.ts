/** Conversion of Markdown files to pages of the docs site, and detection of broken links. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { brokenSiteLinks } from '../site/built_links.ts'
import { sidebarOf } from '../site/sidebar.ts'
import { addressOf, parsePage, readSourcePages } from '../site/source_pages.ts'
import { strictPage } from '../site/strict_pages.ts'

const ROOT = join(import.meta.dirname, '..')

describe('a page of the site', () => {
  const known = new Set(['docs/index.md', 'docs/a/index.md', 'docs/a/b.md', 'docs/pictures/p.png'])
  const parse = (text: string) => parsePage('docs/a/b.md', text, known)

  it('gets its title, description and URL from plain Markdown', () => {
    const page = parse('# Set `up`\n\nThe *first* [paragraph](../index.md).\n\nThe second.\n')
    expect(page).toMatchObject({ id: 'a/b', title: 'Set up', description: 'The first paragraph.' })
    expect(['docs/index.md', 'docs/a/index.md', 'docs/a/b.md'].map(addressOf)).toEqual([
      '/docs/',
      '/docs/a/',
      '/docs/a/b/',
    ])
  })

  it('links to URLs of the site, and leaves code and external links unchanged', () => {
    const { body } = parse(
      '# T\n\n[up](../index.md) [a](index.md#x) ![p](../pictures/p.png) [web](https://example.org/a.md) [here](#y)\n\n`[code](none.md)`\n\n```md\n[code](none.md)\n```\n',
    )
    expect(body).toBe(
      '\n\n[up](/docs/) [a](/docs/a/#x) ![p](/docs/pictures/p.png) [web](https://example.org/a.md) [here](#y)\n\n`[code](none.md)`\n\n```md\n[code](none.md)\n```\n',
    )
  })

  it('rejects a link to a missing file', () => {
    expect(() => parse('# T\n\n[gone](gone.md)\n')).toThrow(
      'docs/a/b.md links to gone.md, which is not there',
    )
  })

  it('shows tables in place of a paragraph that links to them', () => {
    const { body } = parse('# T\n\nText.\n\n[Gone](../benchmarks/tables/devices.json#systems)\n\nMore.\n')
    expect(body).toContain('\nText.\n\n| system | distinct devices |')
    expect(body).toContain('|\n\nMore.\n')
    expect(() => parse('# T\n\n[Gone](../benchmarks/tables/devices.json#none)\n')).toThrow(
      'There is no table none.',
    )
  })

  it('requires a title', () => {
    expect(() => parse('Text only.\n')).toThrow('docs/a/b.md has no title')
  })
})

describe('the sidebar', () => {
  const pages = readSourcePages()
  const sidebar = sidebarOf(pages, (file) => readFileSync(join(ROOT, file), 'utf8'))

  it('has the five folders in the order of the start page', () => {
    expect(sidebar.map(({ label }) => label)).toEqual([
      ...['Tutorials', 'How-to guides', 'Reference', 'Explanation', 'Benchmarks'],
    ])
  })

  it('links every page of these folders', () => {
    const text = JSON.stringify(sidebar)
    const missing = [...pages.values()]
      .filter(({ id }) => id !== 'index' && id !== 'changelog')
      .filter(({ id }) => !text.includes(`"/${id}/"`))
    expect(missing.map(({ file }) => file)).toEqual([])
  })
})

describe('a built page', () => {
  it('has its inline scripts and styles moved into files', () => {
    const written: string[] = []
    const styles = new Map<string, string>()
    const html =
      '<style>a{b:c}</style><script>go()</script><script src="/x.js"></script><p class="k" style="--0:red">a</p><p style="--0:red">b</p><kbd style="display: none;">c</kbd>'
    const strict = strictPage(html, styles, (content, type) => {
      written.push(content)
      return `/f${written.length}.${type}`
    })
    expect(strict).toBe(
      '<link rel="stylesheet" href="/f2.css"><script src="/f1.js"></script><script src="/x.js"></script><p class="style-0 k">a</p><p class="style-0">b</p><kbd>c</kbd>',
    )
    expect(written).toEqual(['go()', 'a{b:c}'])
    expect([...styles]).toEqual([['--0:red', 'style-0']])
  })
})

describe('the check of links in built pages', () => {
  let folder: string
  afterEach(() => rmSync(folder, { recursive: true }))

  it('reports missing pages, files and anchors, and nothing else', () => {
    folder = mkdtempSync(join(tmpdir(), 'byhand-links-'))
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    write('a/index.html', '<h1 id="top">A</h1>')
    write('x.css', '')
    write(
      'index.html',
      '<link href="/docs/x.css"><link href="/docs/y.css"><a href="/docs/a/#top"></a><a href="a/"></a><a href="/docs/a/#no"></a><a href="/docs/b/"></a><a href="#none"></a><a href="/elsewhere"></a><a href="/openapi.json"></a><a href="https://example.org"></a><img src="/docs/p.png">',
    )
    expect(brokenSiteLinks(folder, '/docs/')).toEqual(
      ['/docs/y.css', '/docs/a/#no', '/docs/b/', '#none', '/elsewhere', '/docs/p.png'].map(
        (link) => `index.html: ${link}`,
      ),
    )
  })
})

/** Conversion of Markdown files to pages of the docs site, and detection of broken links. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { brokenSiteLinks } from '../site/built_links.ts'
import { codeHtml } from '../site/code.ts'
import { llmsText } from '../site/llms.ts'
import { renderMarkdown } from '../site/markdown.ts'
import { pageHtml } from '../site/page.ts'
import { searchSections } from '../site/search_sections.ts'
import { sidebarOf } from '../site/sidebar.ts'
import { addressOf, parsePage, readSourcePages } from '../site/source_pages.ts'

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

  it('has no empty table headers', () => {
    const { html } = renderMarkdown('| | a |\n|---|---|\n| b | c |\n')
    expect(html).toContain('<td></td>\n<th>a</th>')
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

describe('rendered Markdown', () => {
  it('has the heading ids of GitHub', () => {
    const { html, headings } = renderMarkdown('## Set `up`, now\n\n### A_b é\n\n## [Set](x) up now\n')
    expect(headings.map(({ level, id, text }) => [level, id, text])).toEqual([
      [2, 'set-up-now', 'Set up, now'],
      [3, 'a_b-é', 'A_b é'],
      [2, 'set-up-now-1', 'Set up now'],
    ])
    expect(html).toContain('<h2 id="set-up-now">Set <code>up</code>, now</h2>')
  })

  it('has no style attribute, no HTML of the page, and code that can be copied', () => {
    const { html } = renderMarkdown(
      '| a | b |\n|---|--:|\n| 1 | <b>2</b> |\n\n```sh setup=x\necho "a" # b\n```\n',
    )
    expect(html).not.toMatch(/style=|<b>/)
    expect(html).toContain('<td class="text-align-right">&lt;b&gt;2&lt;/b&gt;</td>')
    expect(html).toContain('data-code="echo &quot;a&quot; # b"')
    expect(html).toContain('<span class="string">&quot;a&quot;</span> <span class="comment"># b</span>')
  })

  it('is split into sections for the search', () => {
    const { sections } = renderMarkdown('Before *it*.\n\n## One\n\nText\nhere.\n\n- item\n\n## Two\n')
    expect(searchSections('/docs/a/', 'A', sections)).toEqual([
      { link: '/docs/a/', page: 'A', heading: '', text: 'Before it.' },
      { link: '/docs/a/#one', page: 'A', heading: 'One', text: 'Text here. item' },
      { link: '/docs/a/#two', page: 'A', heading: 'Two', text: '' },
    ])
  })

  it.each([
    [
      'js',
      'a("//x") // y',
      'a(<span class="string">&quot;//x&quot;</span>) <span class="comment">// y</span>',
    ],
    ['sh', 'curl http://a/#b', 'curl http://a/#b'],
    ['html', '<a b="c">', '&lt;a b=<span class="string">&quot;c&quot;</span>&gt;'],
    ['', '"a" # b', '&quot;a&quot; # b'],
  ])('has code in %s with strings and comments', (language, code, html) => {
    expect(codeHtml(code, language)).toBe(html)
  })
})

describe('the HTML of a page', () => {
  const sidebar = [
    {
      label: 'Guides',
      collapsed: true,
      items: [
        { label: 'One', link: '/one/' },
        { label: 'Two', link: '/two/' },
      ],
    },
    { label: 'Other', collapsed: true, items: [{ label: 'Three', link: '/three/' }] },
  ]
  const assets = { theme: '/t.js', client: '/c.js', style: '/s.css' }
  const page = { title: 'Two <2>', description: '"d"', link: '/two/', html: '<p>text</p>', headings: [] }

  it('marks its entry, opens its group, and links its neighbors', () => {
    const html = pageHtml(page, sidebar, assets)
    expect(html).toContain('<a href="/docs/two/" aria-current="page">Two</a>')
    expect(html.match(/<details open>/g)).toHaveLength(1)
    expect(html).toContain('<a rel="prev" href="/docs/one/">')
    expect(html).toContain('<a rel="next" href="/docs/three/">')
    expect(html).toContain('<h1 id="_top" tabindex="-1">Two &lt;2&gt;</h1>')
    expect(html).toContain('<a href="/docs/api/">API explorer</a><a href="/app">Dashboard</a>')
  })

  it('has neither inline scripts nor inline styles', () => {
    expect(pageHtml(page, sidebar, assets)).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
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
describe('llms.txt', () => {
  const pages = readSourcePages()
  const text = llmsText(
    pages,
    sidebarOf(pages, (file) => readFileSync(join(ROOT, file), 'utf8')),
  )

  it('names every page once, by its title and address', () => {
    expect(text).toMatch(/^# .+\n\n> .+\n\n## /)
    for (const { file, id, title } of pages.values()) {
      if (id === 'index' || id === 'changelog') continue
      expect(text.split(`- [${title}](${addressOf(file)}): `)).toHaveLength(2)
    }
  })
})

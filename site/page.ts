/** The HTML of a page: header with search, navigation, content, and its headings. */
import { escaped } from './code.ts'
import type { Heading } from './markdown.ts'
import { type Group, type Item, linksOf } from './sidebar.ts'
import { BASE } from './source_pages.ts'

/** The URLs of the built scripts and the style sheet. */
export interface Assets {
  /** Sets the color scheme before the first paint. */
  readonly theme: string
  readonly client: string
  readonly style: string
}

export interface Page {
  readonly title: string
  readonly description: string
  /** Below the base, with a slash at both ends; absent on the page for missing addresses. */
  readonly link?: string
  readonly html: string
  readonly headings: readonly Heading[]
  /** The content fills the window: no navigation, no title. */
  readonly isWide?: boolean
}

export function pageHtml(page: Page, sidebar: readonly (Item | Group)[], assets: Assets): string {
  const { title, description, link, html, isWide = false } = page
  const isStart = link === '/'
  // Content that fills the window has a main landmark and a title of its own.
  const [start, end] = isWide
    ? ['<div id="_top" tabindex="-1">', '</div>']
    : [`<main>\n<h1 id="_top" tabindex="-1">${escaped(title)}</h1>`, '</main>']
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isStart ? escaped(title) : `${escaped(title)} | Byhand`}</title>
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="${BASE}favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script type="module" src="${assets.client}"></script>
</head>
<body${isWide ? ' class="wide"' : ''}>
<a class="skip" href="#_top">Skip to content</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<a class="home" href="${BASE}"><img src="${BASE}favicon.svg" alt="" width="24" height="24">Byhand</a>
<nav class="service" aria-label="Service"><a href="${BASE}api/">API explorer</a><a href="/app">Dashboard</a></nav>
<button type="button" id="search" aria-keyshortcuts="Control+K">Search <kbd>Ctrl K</kbd></button>
<label class="theme"><span>Theme</span> <select id="theme"><option value="auto">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<div class="columns">
<nav id="navigation" class="pages" aria-label="Pages">
${listHtml(sidebar, link)}
</nav>
${start}
${html}
${isWide ? '' : neighborsHtml(sidebar, link)}
${end}
${isWide ? '' : contentsHtml(page.headings)}
</div>
<dialog id="results" aria-label="Search">
<div class="query"><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><button type="button">Close</button></div>
<p role="status"></p>
<ol></ol>
</dialog>
</body>
</html>
`
}

const address = (link: string): string => BASE + link.slice(1)

function listHtml(items: readonly (Item | Group)[], current: string | undefined): string {
  const entries = items.map((item) =>
    'items' in item
      ? `<li><details${holds(item, current) ? ' open' : ''}><summary>${escaped(item.label)}</summary>${listHtml(item.items, current)}</details></li>`
      : `<li><a href="${address(item.link)}"${item.link === current ? ' aria-current="page"' : ''}>${escaped(item.label)}</a></li>`,
  )
  return `<ul>\n${entries.join('\n')}\n</ul>`
}

/** Whether the group shows its entries on this page. */
const holds = (group: Group, current: string | undefined): boolean =>
  !group.collapsed || linksOf([group]).some(({ link }) => link === current)

/** Links to the pages before and after this one. */
function neighborsHtml(sidebar: readonly (Item | Group)[], current: string | undefined): string {
  const links = linksOf(sidebar)
  const at = links.findIndex(({ link }) => link === current)
  if (at < 0) return ''
  const html = [[links[at - 1], 'prev', 'Previous'] as const, [links[at + 1], 'next', 'Next'] as const].map(
    ([item, rel, word]) =>
      item === undefined
        ? ''
        : `<a rel="${rel}" href="${address(item.link)}"><small>${word}</small>${escaped(item.label)}</a>`,
  )
  return `<nav class="neighbors" aria-label="Previous and next page">${html.join('')}</nav>`
}

function contentsHtml(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return ''
  const entries = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${escaped(id)}">${escaped(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${entries.join('')}</ul></nav>`
}

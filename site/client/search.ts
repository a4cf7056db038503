/** The search dialog. The texts of all pages are loaded, and their index is built, when it opens for the first time. */
import MiniSearch from 'minisearch'
import type { SearchSection } from '../search_sections.ts'

const MOST_RESULTS = 20
const EXCERPT_CHARS = 160

const dialog = document.getElementById('results') as HTMLDialogElement
const input = dialog.querySelector('input') as HTMLInputElement
const status = dialog.querySelector('[role=status]') as HTMLElement
const list = dialog.querySelector('ol') as HTMLElement

let loading: Promise<MiniSearch<SearchSection>> | undefined

async function load(): Promise<MiniSearch<SearchSection>> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`status ${response.status}`)
  const index = new MiniSearch<SearchSection>({
    idField: 'link',
    fields: ['page', 'heading', 'text'],
    storeFields: ['link', 'page', 'heading', 'text'],
    searchOptions: { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { page: 4, heading: 3 } },
  })
  index.addAll((await response.json()) as SearchSection[])
  return index
}

function open(): void {
  if (!dialog.open) dialog.showModal()
  input.select()
  loading ??= load()
  loading.catch(() => {
    loading = undefined
    status.textContent = 'The search index could not be loaded. Close the search and try again.'
  })
}

async function search(): Promise<void> {
  const query = input.value.trim()
  const index = await loading
  if (index === undefined || query !== input.value.trim()) return
  const found = query === '' ? [] : index.search(query).slice(0, MOST_RESULTS)
  status.textContent = query === '' ? '' : found.length === 0 ? `No results for “${query}”` : ''
  list.replaceChildren(...found.map((result) => entryOf(result as unknown as SearchSection, query)))
}

function entryOf({ link, page, heading, text }: SearchSection, query: string): HTMLElement {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.append(heading === '' ? page : `${page}: ${heading}`)
  const excerpt = document.createElement('p')
  excerpt.append(excerptOf(text, query))
  const entry = document.createElement('li')
  entry.append(anchor, excerpt)
  return entry
}

/** The text around the first word of the query that occurs in it. */
function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase()
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
  const first = Math.min(...places.filter((at) => at >= 0), text.length)
  const from = first === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', first - EXCERPT_CHARS / 3) + 1)
  const end = from + EXCERPT_CHARS
  return `${from > 0 ? '… ' : ''}${text.slice(from, end).trim()}${end < text.length ? ' …' : ''}`
}

/** The arrow keys move between the field and the results. */
function move(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [input, ...list.querySelectorAll('a')]
  event.preventDefault()
  stops[stops.indexOf(document.activeElement as HTMLInputElement) + step]?.focus()
}

document.getElementById('search')?.addEventListener('click', open)
dialog.addEventListener('keydown', move)
// A link within this page does not load another one.
list.addEventListener('click', () => dialog.close())
dialog.querySelector('button')?.addEventListener('click', () => dialog.close())
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') list.querySelector('a')?.click()
})
input.addEventListener('input', () => void search().catch(() => {}))
document.addEventListener('keydown', (event) => {
  const isTyping =
    (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]') !== null
  const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
  if (!isShortcut && (isTyping || event.key !== '/')) return
  event.preventDefault()
  open()
})

/** The replay: pointer paths, times of keys and names of used elements. It never contains a typed character. */

import {
  ATTENTION_KIND,
  CLICK_FLAGS,
  CLIPBOARD_KIND,
  FIELD_KIND,
  KEY_CLASS,
  POINTER,
  POINTER_FLAGS,
  SCRIPTED_KIND,
  type SessionEvent,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { thinned } from './thinning.ts'
import type { TimedEvent, Timeline, TimelinePage } from './timeline.ts'

/** For all pages together: as much as a browser draws smoothly. */
const MAX_POINTS = 6_000
const MAX_CLICKS = 1_000
const MAX_KEYS = 6_000
const MAX_SCROLLS = 2_000
const MAX_PAGES = 200

type Page = SessionReplay['pages'][number]

const CLASSES = Object.entries(KEY_CLASS)
  .toSorted(([, a], [, b]) => a - b)
  .map(([name]) => name)

export function replayOf({ startedAt, durationMs, pages }: Timeline): SessionReplay {
  const shown = pages.slice(0, MAX_PAGES)
  const full = shown.map(pageOf)
  const total = (of: (page: Page) => readonly unknown[]) =>
    full.reduce((sum, page) => sum + of(page).length, 0)
  const share = (most: number, of: (page: Page) => readonly unknown[]) => {
    const count = total(of)
    return count <= most ? 1 : most / count
  }
  const [points, clicks, fields, keys, scrolls] = [
    share(MAX_POINTS, ({ pointer }) => pointer),
    share(MAX_CLICKS, (page) => page.clicks),
    share(MAX_CLICKS, (page) => page.fields),
    share(MAX_KEYS, (page) => page.keys),
    share(MAX_SCROLLS, ({ scroll }) => scroll),
  ]
  return {
    started_at: startedAt,
    duration_ms: durationMs,
    thinned: pages.length > shown.length || Math.min(points, clicks, fields, keys, scrolls) < 1,
    pages: full.map((page) => ({
      ...page,
      pointer: thinned(page.pointer, points, ([, x, y]) => [x, y]),
      clicks: evenly(page.clicks, clicks),
      fields: evenly(page.fields, fields),
      keys: evenly(page.keys, keys),
      scroll: thinned(page.scroll, scrolls, ([t, y]) => [t / 10, y * 1_000]),
    })),
    away: awayOf(pages, durationMs),
    key_classes: CLASSES,
  }
}

function pageOf({ atMs, path, size, events }: TimelinePage): Page {
  const page: Page = {
    at: atMs,
    path,
    width: size[0],
    height: size[1],
    pointer: [],
    clicks: [],
    scroll: [],
    fields: [],
    keys: [],
    bulk: [],
    sizes: [],
  }
  const held = new Map<number, Page['keys'][number]>()
  for (const timed of events) add(page, timed, held)
  return page
}

function add(page: Page, { event, atMs, label }: TimedEvent, held: Map<number, Page['keys'][number]>): void {
  if (isUse(event) && label !== '' && label !== page.fields.at(-1)?.[1]) page.fields.push([atMs, label])
  switch (event.type) {
    case 'move':
    case 'down':
    case 'up':
      page.pointer.push([atMs, Math.round(event.x), Math.round(event.y)])
      break
    case 'click':
      page.clicks.push({ ...clickOf(event, atMs), label })
      break
    case 'scroll':
      if (event.range > 0) {
        const share = Math.min(1, Math.max(0, event.y / event.range))
        page.scroll.push([atMs, Math.round(share * 1_000) / 1_000, event.y])
      }
      break
    case 'keydown': {
      const key: Page['keys'][number] = [atMs, -1, event.class]
      page.keys.push(key)
      held.set(event.slot, key)
      break
    }
    case 'keyup': {
      const key = held.get(event.slot)
      if (key !== undefined) key[1] = atMs - key[0]
      held.delete(event.slot)
      break
    }
    case 'clipboard':
      if (event.kind === CLIPBOARD_KIND.paste) page.bulk.push([atMs, Math.max(0, event.length), 'paste'])
      if (event.kind === CLIPBOARD_KIND.drop) page.bulk.push([atMs, Math.max(0, event.length), 'drop'])
      if (event.kind === CLIPBOARD_KIND.cut) page.bulk.push([atMs, Math.max(0, event.length), 'cut'])
      break
    case 'scripted':
      page.bulk.push([
        atMs,
        Math.max(0, event.after - event.before),
        event.kind === SCRIPTED_KIND.autofill ? 'autofill' : 'script',
      ])
      break
    case 'resize':
      page.sizes.push([atMs, event.innerWidth, event.innerHeight])
      break
  }
}

/** A focused or changed field. Keyboard and scripts use fields without a click, so their place is not known. */
const isUse = (event: SessionEvent): boolean =>
  event.type === 'field'
    ? event.kind === FIELD_KIND.in
    : event.type === 'input' || event.type === 'change' || event.type === 'scripted'

function clickOf(
  event: Extract<SessionEvent, { type: 'click' }>,
  at: number,
): Omit<Page['clicks'][number], 'label'> {
  const { x, y, flags, rx, ry, rw, rh } = event
  const hasTarget = rw > 0 && rh > 0
  return {
    at,
    x: Math.round(x),
    y: Math.round(y),
    by: byOf(flags),
    target: hasTarget ? [rx, ry, rw, rh] : null,
  }
}

function byOf(flags: number): Page['clicks'][number]['by'] {
  if ((flags & UNTRUSTED) !== 0) return 'script'
  if ((flags & CLICK_FLAGS.virtual) !== 0) return 'keyboard'
  const kind = (flags >> POINTER_FLAGS.kindShift) & POINTER_FLAGS.kindMask
  if (kind === POINTER.touch) return 'touch'
  return kind === POINTER.pen ? 'pen' : 'mouse'
}

function evenly<Item>(items: readonly Item[], share: number): Item[] {
  if (share >= 1) return [...items]
  const count = Math.max(1, Math.floor(items.length * share))
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, index) => items[Math.floor((index * items.length) / count)] as Item,
  )
}

/** From leaving a page to returning to any page. */
function awayOf(pages: readonly TimelinePage[], durationMs: number): [number, number][] {
  const turns = pages
    .flatMap(({ events }) => events)
    .flatMap(({ event, atMs }) => (event.type === 'attention' ? [{ kind: event.kind, atMs }] : []))
    .sort((a, b) => a.atMs - b.atMs)
  const away: [number, number][] = []
  let since: number | undefined
  for (const { kind, atMs } of turns) {
    const isLeaving = kind === ATTENTION_KIND.hidden || kind === ATTENTION_KIND.pagehide
    if (isLeaving) since ??= atMs
    else if (since !== undefined && kind !== ATTENTION_KIND.blur) {
      away.push([since, atMs])
      since = undefined
    }
  }
  if (since !== undefined && since < durationMs) away.push([since, durationMs])
  return away
}

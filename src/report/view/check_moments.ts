/** When the events happened that a check looks at, so that a reviewer can go there. */
import type { SessionCheckName } from '../../contract/checks.ts'
import { CLICK_FLAGS, CLIPBOARD_KIND, INPUT_KIND, type SessionEvent, UNTRUSTED } from '../../contract/rows.ts'
import type { Timeline } from './timeline.ts'

/** A reviewer looks at a few; all of them would only hide these. */
const MAX_MOMENTS = 50

type Concerns = (event: SessionEvent) => boolean

const isPaste: Concerns = (event) =>
  (event.type === 'clipboard' && event.kind === CLIPBOARD_KIND.paste) ||
  (event.type === 'input' && event.kind === INPUT_KIND.insertFromPaste)

const typedText: Concerns = (event) => event.type === 'input' && event.length > 0

/** Checks of device and network look at no moment. */
const CONCERNS: Readonly<Partial<Record<SessionCheckName, Concerns>>> = {
  programmatic_typing: (event) => event.type === 'keydown' || event.type === 'scripted',
  teleporting_mouse: (event) => event.type === 'down' || event.type === 'click',
  no_corrections: typedText,
  all_pasted: isPaste,
  jump_scrolling: (event) => event.type === 'scroll',
  centered_clicks: (event) => event.type === 'down',
  programmatic_clicking: (event) =>
    event.type === 'click' && ((event.flags & UNTRUSTED) !== 0 || (event.flags & CLICK_FLAGS.virtual) !== 0),
  external_input: (event) =>
    event.type === 'clipboard' && event.kind === CLIPBOARD_KIND.paste && event.sinceReturn >= 0,
}

export function momentsBehind(check: SessionCheckName, { pages }: Timeline): number[] {
  const concerns = CONCERNS[check]
  if (concerns === undefined) return []
  const all = pages.flatMap(({ events }) =>
    events.filter(({ event }) => concerns(event)).map(({ atMs }) => atMs),
  )
  const distinct = [...new Set(all)].sort((a, b) => a - b)
  if (distinct.length <= MAX_MOMENTS) return distinct
  return Array.from(
    { length: MAX_MOMENTS },
    (_, index) => distinct[Math.floor((index * distinct.length) / MAX_MOMENTS)] as number,
  )
}

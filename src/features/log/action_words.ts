/**
 * Turns the events of one document into log entries, such as `Clicked "Send"`.
 * Entries contain counts and the page's own labels, never typed text.
 */
import type { Name } from '../../contract/batch/batch.ts'
import {
  ATTENTION_KIND,
  CHANGE_FLAGS,
  CLICK_FLAGS,
  type EventOf,
  NAVIGATION_KIND,
  type RowType,
  SCRIPTED_KIND,
  SCROLL_FLAGS,
  type SessionEvent,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { Action, AddAction } from './action.ts'
import { pathOf, quoted } from './label.ts'
import { describeText } from './text_words.ts'

/** A longer pause between scroll events, in tenths of a millisecond, starts another gesture. */
const SCROLL_PAUSE = 10_000

/** A field scrolls by itself within this time (tenths of a millisecond) after its text grew or the focus moved. */
const OWN_SCROLL = 5_000

/** Leaving a page also hides its tab: both within this time (tenths of a millisecond) are one departure. */
const SAME_DEPARTURE = 10_000

/** A click on a label also clicks its box. People do not click twice within this time (tenths of a millisecond). */
const SAME_CLICK = 500

/** A choice changes right after its click: within this time (tenths of a millisecond) the change is not logged. */
const SAME_CHOICE = 5_000

/** Other events (moves, keys, frames) are evidence for the checks, not actions to log. */
export const LOGGED: readonly RowType[] = [
  'click',
  'input',
  'clipboard',
  'scroll',
  'attention',
  'change',
  'submit',
  'navigation',
  'scripted',
]

const byScript = (flags: number) => ((flags & UNTRUSTED) !== 0 ? ' (by a script)' : '')

export function actionDescriber<Place>() {
  const actions: Action<Place>[] = []
  const add: AddAction<Place> = (place, t, words) => {
    const action = { place, t, words }
    actions.push(action)
    return action
  }
  const text = describeText(add)
  let path: string | undefined
  let scroll: { inner: boolean; y: number; range: number; lastT: number } | undefined
  let click: { action: Action<Place>; label: string; untrusted: number; t: number } | undefined
  let departure: Action<Place> | undefined
  let lastActionT = Number.NEGATIVE_INFINITY

  function addNavigation(event: EventOf<'navigation'>, name: Name | undefined, place: Place): void {
    const to = pathOf(name)
    const moved = to !== path
    path = to
    const inPlace = event.kind === NAVIGATION_KIND.replace || event.kind === NAVIGATION_KIND.hash
    if (inPlace && !moved) return
    const back = event.kind === NAVIGATION_KIND.pop || event.kind === NAVIGATION_KIND.history
    const verb =
      event.kind === NAVIGATION_KIND.reload ? 'Reloaded' : back ? 'Went back or forward to' : 'Navigated to'
    add(place, event.t, () => `${verb} ${to}`)
  }

  function addClick(event: EventOf<'click'>, name: Name | undefined, place: Place): void {
    const label = name?.[1] ?? ''
    const untrusted = event.flags & UNTRUSTED
    const words = clickWords(event, name)
    if (click && click.label === label && click.untrusted === untrusted && event.t - click.t <= SAME_CLICK) {
      click.t = event.t
      if (name?.[0] === 'choice') click.action.words = () => words
      return
    }
    click = { action: add(place, event.t, () => words), label, untrusted, t: event.t }
  }

  function addChange(event: EventOf<'change'>, name: Name | undefined, place: Place): void {
    const role = name?.[0]
    if (role === 'select') {
      add(place, event.t, () => `Chose an option in ${quoted(name, 'a list')}${byScript(event.flags)}`)
    } else if (role === 'choice') {
      if (click && click.label === name?.[1] && event.t - click.t <= SAME_CHOICE) return
      add(place, event.t, () => `Chose ${quoted(name, 'an option')}${byScript(event.flags)}`)
    } else if ((event.flags & CHANGE_FLAGS.autofilled) !== 0) {
      text.filled(event.t, name, place)
    } else if ((event.flags & CHANGE_FLAGS.silent) !== 0) {
      text.changedSilently(event.t, name, place)
    }
  }

  function addScroll(event: EventOf<'scroll'>, place: Place): void {
    const inner = (event.flags & SCROLL_FLAGS.inner) !== 0
    if (scroll && scroll.inner === inner && event.t - scroll.lastT <= SCROLL_PAUSE) {
      scroll.y = event.y
      scroll.range = event.range
      scroll.lastT = event.t
      return
    }
    if (inner && event.t - lastActionT <= OWN_SCROLL) return
    const own = { inner, y: event.y, range: event.range, lastT: event.t }
    scroll = own
    add(place, event.t, () => scrollWords(own))
  }

  function addAttention({ kind, t }: EventOf<'attention'>, place: Place): void {
    switch (kind) {
      case ATTENTION_KIND.blur:
      case ATTENTION_KIND.hidden:
        departure ??= add(place, t, () => 'Left the tab')
        return
      case ATTENTION_KIND.pagehide:
        if (departure === undefined || t - departure.t > SAME_DEPARTURE) {
          departure = add(place, t, () => 'Left the page')
        } else departure.words = () => 'Left the page'
        return
      case ATTENTION_KIND.focus:
      case ATTENTION_KIND.visible:
        if (departure !== undefined) add(place, t, () => 'Returned to the tab')
        departure = undefined
        return
      case ATTENTION_KIND.restored:
        add(place, t, () => 'Returned to the page')
        departure = undefined
        return
    }
  }

  /** An action of another kind ends typing or scrolling. */
  function endRuns(): void {
    text.pause()
    scroll = undefined
  }

  function describe(event: SessionEvent, name: Name | undefined, place: Place): void {
    if (event.type !== 'scroll') lastActionT = event.t
    switch (event.type) {
      case 'input':
        text.input(event, name, place)
        break
      case 'clipboard':
        text.clipboard(event, name, place)
        break
      case 'scripted':
        if (event.kind === SCRIPTED_KIND.autofill) text.filled(event.t, name, place)
        else text.scripted(event.t, event.after, name, place)
        break
      case 'change':
        addChange(event, name, place)
        break
      case 'scroll':
        addScroll(event, place)
        break
      case 'click':
        endRuns()
        addClick(event, name, place)
        break
      case 'submit':
        endRuns()
        add(place, event.t, () => `Submitted ${quoted(name, 'the form')}${byScript(event.flags)}`)
        break
      case 'navigation':
        endRuns()
        addNavigation(event, name, place)
        break
      case 'attention':
        endRuns()
        addAttention(event, place)
        break
    }
  }

  return { describe, actions }
}

function clickWords({ flags }: EventOf<'click'>, name: Name | undefined): string {
  const secondary = (flags & CLICK_FLAGS.secondary) !== 0
  const verb = secondary ? 'Right-clicked' : name?.[0] === 'choice' ? 'Chose' : 'Clicked'
  return `${verb} ${quoted(name, 'the page')}${byScript(flags)}`
}

function scrollWords({ inner, y, range }: { inner: boolean; y: number; range: number }): string {
  if (inner) return 'Scrolled part of the page'
  if (range <= 0) return 'Scrolled the page'
  const share = Math.min(Math.max(y / range, 0), 1)
  return `Scrolled to ${Math.round(share * 100)}% of the page`
}

/** A question's typing as a picture: time to the right, text grown upwards, text removed downwards. */
import type { ChangeEntry } from '../../contract/survey.ts'
import { type Html, html } from '../account/html.ts'
import { changeBetween } from './stored_request.ts'

export interface TypingStep {
  readonly atMs: number
  readonly position: number
  readonly inserted: string
  readonly removedChars: number
  /** Of the whole text, afterwards. */
  readonly chars: number
}

const WIDTH = 800
const HEIGHT = 160
const MIDDLE = 100
/** Single keys stay visible, and a whole answer at once does not leave the picture. */
const barHeight = (chars: number, most: number) =>
  Math.max(3, (Math.log2(chars + 1) / Math.log2(most + 2)) * 90)

/** More than one word can hold: text that came in one piece. */
const BULK_CHARS = 20

export function stepsOf(history: readonly ChangeEntry[]): TypingStep[] {
  let before = ''
  return history.flatMap(({ s, t }) => {
    if (s === undefined || s === before) return []
    const [position, removedChars, inserted] = changeBetween(before, s)
    before = s
    return [{ atMs: t, position, inserted, removedChars, chars: s.length }]
  })
}

export function summaryOf(steps: readonly TypingStep[]): string {
  const first = steps[0]
  const last = steps.at(-1)
  if (first === undefined || last === undefined) return 'No change of the text was recorded.'
  const seconds = (last.atMs - first.atMs) / 1000
  const deletions = steps.filter(({ removedChars }) => removedChars > 0).length
  const largest = Math.max(...steps.map(({ inserted }) => inserted.length))
  return `${count(steps.length, 'change')} over ${seconds.toFixed(1)} seconds, ${count(deletions, 'deletion')}; the largest insertion was ${count(largest, 'character')}.`
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`

interface Bar {
  inserted: number
  removed: number
  bulk: boolean
}

export function typingChart(steps: readonly TypingStep[], id: string): Html {
  const start = steps[0]?.atMs ?? 0
  const spanMs = Math.max(1, (steps.at(-1)?.atMs ?? 0) - start)
  const bars = new Map<number, Bar>()
  for (const { atMs, inserted, removedChars } of steps) {
    const x = Math.round(((atMs - start) / spanMs) * (WIDTH - 1))
    const bar = bars.get(x) ?? { inserted: 0, removed: 0, bulk: false }
    bars.set(x, bar)
    bar.inserted += inserted.length
    bar.removed += removedChars
    bar.bulk ||= inserted.length >= BULK_CHARS
  }
  const most = Math.max(1, ...[...bars.values()].map((bar) => Math.max(bar.inserted, bar.removed)))
  const marks = [...bars].map(([x, { inserted, removed, bulk }]) => {
    const up = barHeight(inserted, most)
    const down = (barHeight(removed, most) * 55) / 90
    return html`${inserted > 0 ? html`<rect class="${bulk ? 'bulk' : 'in'}" x="${x}" y="${(MIDDLE - up).toFixed(1)}" width="2" height="${up.toFixed(1)}"/>` : html``}${
      removed > 0
        ? html`<rect class="out" x="${x}" y="${MIDDLE}" width="2" height="${down.toFixed(1)}"/>`
        : html``
    }`
  })
  return html`<svg viewBox="0 0 ${WIDTH + 2} ${HEIGHT + 16}" role="img" aria-labelledby="${id}-title ${id}-desc">
    <title id="${id}-title">Typing over time</title>
    <desc id="${id}-desc">${summaryOf(steps)}</desc>
    <line class="axis" x1="0" x2="${WIDTH}" y1="${MIDDLE}" y2="${MIDDLE}"/>
    ${marks}
    <text x="0" y="${HEIGHT + 12}">0 s</text>
    <text x="${WIDTH}" y="${HEIGHT + 12}" text-anchor="end">${(spanMs / 1000).toFixed(1)} s</text>
  </svg>`
}

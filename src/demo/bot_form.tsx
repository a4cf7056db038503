import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DemoBot } from '../contract/live_demo.ts'
import { ghostAt, type Point } from './ghost.ts'
import { texts } from './texts.ts'

/** How long a clicked element stays marked. */
const CLICKED_MS = 700

/**
 * The form as a recorded bot fills it in. It is a drawing of the form without fields, so that the script does not record
 * the playback as input of the visitor.
 */
export function BotForm({ bot, atMs }: { bot: DemoBot; atMs: number }) {
  const box = useRef<HTMLDivElement>(null)
  const [ghost, setGhost] = useState<Point | null>(null)
  const [page] = bot.replay.pages
  const clicks = (page?.clicks ?? []).filter(({ at }) => at <= atMs)
  const clicked = new Set(clicks.map(({ label }) => label))
  const last = clicks.at(-1)
  const isNew = (label: string) => last?.label === label && atMs - last.at < CLICKED_MS
  const textOf = (id: string) => bot.fills.findLast(([t, name]) => name === id && t <= atMs)?.[2] ?? ''

  const place = () => {
    const element = box.current
    if (element === null || page === undefined) return
    const frame = element.getBoundingClientRect()
    const centerOf = (label: string): Point | null => {
      const target = [...element.querySelectorAll<HTMLElement>('[data-label]')].find(
        ({ dataset }) => dataset.label === label,
      )
      if (target === undefined) return null
      const { left, top, width, height } = target.getBoundingClientRect()
      return [left - frame.left + Math.min(width / 2, 80), top - frame.top + height / 2]
    }
    setGhost(ghostAt(page, atMs, centerOf))
  }
  const placeNow = useRef(place)
  placeNow.current = place
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is placed again at each time.
  useLayoutEffect(() => placeNow.current(), [page, atMs])
  // Another width moves the elements, also after the end.
  useEffect(() => {
    const observer = new ResizeObserver(() => placeNow.current())
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const choices = (legend: string, names: readonly string[]) => (
    <div>
      <p className="legend-like">{legend}</p>
      <div className="demo-choices">
        {names.map((name) => (
          <span key={name} data-label={name} className={isNew(name) ? 'choice new' : 'choice'}>
            <span className={clicked.has(name) ? 'radio on' : 'radio'} />
            {name}
          </span>
        ))}
      </div>
    </div>
  )
  const field = (id: 'q1' | 'q2', rows: number) => (
    <div>
      <p className="legend-like">{texts.questions[id]}</p>
      <p
        data-label={id}
        className={isNew(id) ? 'field-like new' : 'field-like'}
        style={{ minHeight: `${1.55 * rows + 1.1}em` }}
      >
        {textOf(id)}
      </p>
    </div>
  )
  return (
    <div ref={box} className="demo-form bot-form" aria-hidden="true">
      {field('q1', 4)}
      {choices(texts.way, texts.ways)}
      {choices(texts.plan, texts.plans)}
      {field('q2', 2)}
      <div>
        <span data-label={texts.send} className={isNew(texts.send) ? 'button new' : 'button'}>
          {texts.send}
        </span>
      </div>
      {ghost !== null && (
        <svg
          aria-hidden="true"
          className="ghost"
          viewBox="0 0 20 20"
          style={{ translate: `${ghost[0]}px ${ghost[1]}px` }}
        >
          <path d="M2 1l6 15 2.2-6.3L16.5 7.5z" />
        </svg>
      )}
    </div>
  )
}

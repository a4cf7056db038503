import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'
import { placeLabels } from './label_places.ts'
import { lastBefore, pageAt, pointerAt, type ReplayPage, sizeAt } from './moment.ts'
import { labeledBoxes, scrolledSince, unplacedFields, usedPart } from './poster.ts'

const words = texts.replay
/** A click is drawn large for this long, then as a dot. */
const FLASH_MS = 600
/** Keys are shown for this long after they were pressed. */
const RECENT_MS = 2_000
const SHOWN_KEYS = 24
/** Of a label on the screen, in pixels. */
const LABEL_SIZE = 12

/** The browser window at a time: pointer path, clicks, scroll position and recent keys. */
export function Stage({ replay, atMs }: { replay: SessionReplay; atMs: number }) {
  const drawing = useRef<SVGSVGElement>(null)
  const [shownWidth, shownHeight] = useSize(drawing)
  const page = pageAt(replay, atMs)
  if (page === undefined) return null
  const boxes = labeledBoxes(page, atMs)
  const unplaced = unplacedFields(page)
  const labels = [...boxes.map(({ label }) => label), ...unplaced]
  const [width, height] = sizeAt(page, atMs)
  const inView = boxes
    .filter(({ box: [, y, , h] }) => y + h > 0 && y < height)
    .map(({ label, box }) => ({ label: shortened(label), box }))
  const isAtRest = atMs === 0
  const part = usedPart(page, width, height)
  const [, , zoomedWidth, zoomedHeight] = part
  const fontSize = LABEL_SIZE * Math.max(zoomedWidth / shownWidth, zoomedHeight / shownHeight)
  const isAway = replay.away.some(([from, to]) => atMs >= from && atMs < to)
  return (
    <figure className="stage">
      <figcaption>
        <UserText className="mono">{page.path}</UserText>
        <span>
          {width} × {height}
        </span>
      </figcaption>
      <svg
        ref={drawing}
        viewBox={part.join(' ')}
        role="img"
        aria-label={isAtRest ? words.poster(labels) : words.stage}
      >
        <rect className="window" width={width} height={height} />
        <g className="field-box">
          {inView.map(({ label, box: [x, y, w, h] }) => (
            <rect key={label} x={x} y={y} width={w} height={h} rx={3} />
          ))}
        </g>
        <PointerPath page={page} atMs={atMs} size={zoomedWidth} />
        <Clicks page={page} atMs={atMs} size={zoomedWidth} />
        {/* Above the path, which would cross them out. */}
        <g className="field-box">
          {placeLabels(inView, fontSize, part).map(({ text, x, y }) => (
            <text key={`${text} ${y}`} x={x} y={y} fontSize={fontSize}>
              {text}
            </text>
          ))}
        </g>
        <ScrollBar page={page} atMs={atMs} width={width} height={height} />
        {isAway && (
          <g className="away">
            <rect width={width} height={height} />
            <text x={width / 2} y={height / 2} fontSize={fontSize * 1.5}>
              {words.away}
            </text>
          </g>
        )}
      </svg>
      {unplaced.length > 0 && <Unplaced names={unplaced} inUse={lastBefore(page.fields, atMs)?.[1]} />}
      <Typing replay={replay} page={page} atMs={atMs} />
    </figure>
  )
}

/** On the screen, in pixels. */
function useSize(box: RefObject<SVGSVGElement | null>): readonly [width: number, height: number] {
  const [size, setSize] = useState<readonly [number, number]>([640, 400])
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) setSize([width, height])
    })
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return size
}

/** More are counted. */
const SHOWN_FIELDS = 12

/** The names of fields without a place; the one in use is marked. */
function Unplaced({ names, inUse }: { names: readonly string[]; inUse: string | undefined }) {
  const shown = names.slice(0, SHOWN_FIELDS)
  return (
    <p className="unplaced">
      {words.unplaced}{' '}
      {shown.map((name) => (
        <span key={name} className={name === inUse ? 'in-use' : undefined}>
          <UserText>{shortened(name)}</UserText>
        </span>
      ))}
      {names.length > shown.length && words.moreFields(names.length - shown.length)}
    </p>
  )
}

const LABEL_CHARS = 40
const shortened = (label: string): string =>
  label.length <= LABEL_CHARS ? label : `${label.slice(0, LABEL_CHARS).toWellFormed()}…`

interface LayerProps {
  readonly page: ReplayPage
  readonly atMs: number
  /** Window width, which scales the marks. */
  readonly size: number
}

const lineOf = (points: readonly (readonly [number, number, number])[]): string =>
  points.map(([, x, y]) => `${x},${y}`).join(' ')

function PointerPath({ page, atMs, size }: LayerProps) {
  const { pointer } = page
  const here = pointerAt(pointer, atMs)
  const passed = pointer.filter(([t]) => t <= atMs)
  return (
    <>
      <polyline className="path-all" points={lineOf(pointer)} />
      {here !== undefined && (
        <>
          <polyline className="path" points={`${lineOf(passed)} ${here.join()}`} />
          <circle className="pointer" cx={here[0]} cy={here[1]} r={size / 130} />
        </>
      )}
    </>
  )
}

function Clicks({ page, atMs, size }: LayerProps) {
  return page.clicks
    .filter(({ at }) => at <= atMs)
    .map(({ at, x, y, by, target }, i) => {
      const isNew = atMs - at < FLASH_MS
      const moved = scrolledSince(page, at, atMs)
      return (
        <g
          key={i}
          className={`click by-${by}${isNew ? ' new' : ''}`}
          transform={moved === 0 ? undefined : `translate(0 ${moved})`}
        >
          {target !== null && (
            <rect x={target[0]} y={target[1]} width={target[2]} height={target[3]} rx={3} />
          )}
          <circle cx={x} cy={y} r={isNew ? size / 55 : size / 110} />
        </g>
      )
    })
}

function ScrollBar({
  page,
  atMs,
  width,
  height,
}: Omit<LayerProps, 'size'> & { width: number; height: number }) {
  if (page.scroll.length === 0) return null
  const share = lastBefore(page.scroll, atMs)?.[1] ?? 0
  const thumb = height * 0.16
  const breadth = Math.max(6, width / 110)
  return (
    <g className="scroll-bar">
      <rect className="track" x={width - breadth} y={0} width={breadth} height={height} />
      <rect
        className="thumb"
        x={width - breadth}
        y={share * (height - thumb)}
        width={breadth}
        height={thumb}
      />
    </g>
  )
}

function Typing({ replay, page, atMs }: { replay: SessionReplay; page: ReplayPage; atMs: number }) {
  const recent = page.keys.filter(([t]) => t <= atMs && atMs - t < RECENT_MS).slice(-SHOWN_KEYS)
  const bulk = page.bulk.findLast(([t]) => t <= atMs && atMs - t < RECENT_MS)
  return (
    <div className="recent-keys" aria-hidden="true">
      {recent.length === 0 && bulk === undefined && <span className="faint">{words.noKeys}</span>}
      {recent.map(([t, , kind], i) => (
        <kbd key={`${t} ${i}`} className={isDeletion(replay, kind) ? 'deletion' : undefined}>
          {words.keySigns[replay.key_classes[kind] ?? ''] ?? '·'}
        </kbd>
      ))}
      {bulk !== undefined && (
        <span className="pill tone-review">
          {words.bulk[bulk[2]]} · {words.characters(bulk[1])}
        </span>
      )}
    </div>
  )
}

export const isDeletion = (replay: SessionReplay, kind: number): boolean =>
  /^(backspace|delete)$/.test(replay.key_classes[kind] ?? '')

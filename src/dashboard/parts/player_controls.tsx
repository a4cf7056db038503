import type { ReactNode } from 'react'
import { formatPosition } from '../format/time.ts'
import type { Player } from '../player.ts'
import { SPEEDS } from '../player.ts'
import { texts } from '../texts.ts'

const words = texts.player

export interface PlayerControlsProps {
  readonly player: Player
  readonly name: string
  /** Further controls. */
  readonly children?: ReactNode
}

export function PlayerControls({ player, name, children }: PlayerControlsProps) {
  const { atMs, durationMs, isPlaying, speed } = player
  return (
    <fieldset className="player" aria-label={name}>
      <button type="button" className="primary" onClick={player.toggle}>
        {isPlaying ? words.pause : words.play}
      </button>
      <input
        type="range"
        min={0}
        max={Math.max(1, durationMs)}
        step="any"
        value={atMs}
        aria-label={words.position}
        aria-valuetext={`${formatPosition(atMs)} ${words.of} ${formatPosition(durationMs)}`}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
      <span className="clock mono">
        {formatPosition(atMs)} / {formatPosition(durationMs)}
      </span>
      <label className="speed">
        <span>{words.speed}</span>
        <select value={speed} onChange={(event) => player.setSpeed(speedOf(event.target.value))}>
          {SPEEDS.map((times) => (
            <option key={times} value={times}>
              {times}×
            </option>
          ))}
        </select>
      </label>
      {children}
    </fieldset>
  )
}

const speedOf = (value: string) => SPEEDS.find((times) => String(times) === value) ?? 1

/** The features of one session, which the checks receive. */
import type { RecordedSession } from '../../contract/batch/recording.ts'
import { foldActivity } from '../activity/activity.ts'
import { foldInputs, type InputFeatures } from '../keyboard/inputs.ts'
import { foldKeyWindows } from '../keyboard/key_windows.ts'
import { foldKeys, type KeyFeatures } from '../keyboard/keys.ts'
import { SILENCE } from '../keyboard/speech.ts'
import { foldTyping, type TypingFeatures } from '../keyboard/typing.ts'
import { type ChannelFeatures, foldChannel } from '../mouse/channel.ts'
import { type ClickFeatures, foldClicks } from '../mouse/clicks.ts'
import { type FormulaFeatures, foldFormulaStrokes } from '../mouse/formula_strokes.ts'
import { foldPointer, type PointerFeatures } from '../mouse/pointer.ts'
import { foldPositions, type PositionFeatures } from '../mouse/positions.ts'
import { isProgramPointer } from '../mouse/program_pointer.ts'
import { foldScroll, type ScrollFeatures } from '../mouse/scroll.ts'
import { foldStrokes } from '../mouse/strokes.ts'
import { foldTaps, type TapFeatures } from '../mouse/taps.ts'
import { foldPath } from '../mouse_path/path_sketch.ts'
import { marksOf } from '../replay/marks.ts'
import { foldMovement } from '../replay/movement.ts'
import { type Repeat, repeatWithin } from '../replay/repeat.ts'
import { foldRhythm } from '../rhythm/rhythm_sketch.ts'
import { foldTypingStatistics } from '../typing_statistics/statistics_sketch.ts'
import { type AttentionFeatures, foldAttention } from './attention.ts'
import { type ChallengeFeatures, challengeOf } from './challenge.ts'
import { type ClockFeatures, foldClock } from './clock.ts'
import { type DeviceFeatures, readDevice } from './device.ts'
import type { Fold, StreamEvent } from './fold.ts'
import { type Coverage, findGaps } from './gaps.ts'
import { type HeaderFeatures, readHeaders } from './headers.ts'
import { type NetworkFeatures, networkFeatures } from './network.ts'
import { type ObservedTime, observedTimeOf } from './observed_time.ts'
import { foldPauses, type PauseFeatures } from './pauses.ts'
import { foldSeenInput, type SeenInput } from './seen.ts'
import { readStream } from './stream.ts'

export type { Coverage } from './gaps.ts'

export interface SessionFeatures {
  /** Keys and pointer movement over time, for a small chart; null without any. */
  readonly activity: string | null
  readonly coverage: Coverage
  readonly attention: AttentionFeatures
  readonly behavior: BehaviorFeatures
  readonly challenge: ChallengeFeatures
  readonly channel: ChannelFeatures
  readonly clicks: ClickFeatures
  readonly clock: ClockFeatures
  readonly device: DeviceFeatures
  readonly headers: HeaderFeatures
  readonly inputs: InputFeatures
  /** Batches were counted but not stored, because the session was at its limits. */
  readonly isFull: boolean
  readonly keys: KeyFeatures
  /** A sketch of the first mouse strokes; null if there are too few. */
  readonly mousePath: string | null
  readonly network: NetworkFeatures
  readonly pauses: PauseFeatures
  readonly pointer: PointerFeatures
  readonly positions: PositionFeatures
  readonly replay: ReplayFeatures
  /** A sketch of the typing rhythm; null if there are too few keys. */
  readonly rhythm: string | null
  readonly scroll: ScrollFeatures
  readonly seen: SeenInput
  readonly taps: TapFeatures
  readonly typing: TypingFeatures
  /** A sketch of how keys were timed; null if there are too few. */
  readonly typingStatistics: string | null
  readonly observed: ObservedTime
}

/** Input of `agent_behavior`: windows of numbers in chronological order, and strokes along exact curves. */
export interface BehaviorFeatures {
  readonly keyWindows: readonly (readonly number[])[]
  readonly strokeWindows: readonly (readonly number[])[]
  readonly formula: FormulaFeatures
}

/** Repetitions of an earlier session, and of an earlier part of the same session. */
export interface ReplayFeatures {
  readonly ofEarlier: Repeat | null
  readonly within: Repeat
  /** Hashes of a few consecutive pointer or key movements each, by which later sessions find this one. */
  readonly marks: readonly number[]
}

/** Any split, order or repetition of the same batches gives the same features. */
export function foldSession(session: RecordedSession): SessionFeatures {
  const { batches, names, events, readings, receipts } = readStream(session)
  const folds = {
    activity: foldActivity(),
    attention: foldAttention(),
    channel: foldChannel(),
    clicks: foldClicks(names),
    clock: foldClock(),
    formula: foldFormulaStrokes(),
    inputs: foldInputs(names),
    keys: foldKeys(),
    keyWindows: foldKeyWindows(),
    mousePath: foldPath(),
    movement: foldMovement(),
    pauses: foldPauses(),
    pointer: foldPointer(),
    positions: foldPositions(),
    rhythm: foldRhythm(),
    scroll: foldScroll(),
    seen: foldSeenInput(),
    strokeWindows: foldStrokes(),
    taps: foldTaps(),
    typing: foldTyping(),
    typingStatistics: foldTypingStatistics(),
  }
  const all = Object.values(folds)
  for (const event of events) {
    for (const fold of all) fold.step(event)
  }
  const pointer = folds.pointer.done()
  const clicks = folds.clicks.done()
  const taps = folds.taps.done()
  const isSpoken = !isProgramPointer(pointer, clicks, taps)
  const movement = folds.movement.done()
  const coverage = findGaps(batches, session.tampered)
  const isDeclined = batches.some(({ batch }) => batch.device?.length === 0)
  const device = readDevice(readings, receipts, coverage.gaps === 0 && coverage.events > 0, isDeclined)
  return {
    activity: folds.activity.done(),
    coverage,
    attention: folds.attention.done(),
    behavior: {
      keyWindows: folds.keyWindows.done(),
      strokeWindows: folds.strokeWindows.done(),
      formula: folds.formula.done(),
    },
    challenge: challengeOf(batches),
    channel: folds.channel.done(),
    clicks,
    clock: folds.clock.done(),
    device,
    headers: readHeaders(readings, receipts, device.browser),
    inputs: isSpoken ? folds.inputs.done() : over(events, foldInputs(names, SILENCE)),
    isFull: session.overflow > 0,
    keys: isSpoken ? folds.keys.done() : over(events, foldKeys(SILENCE)),
    mousePath: folds.mousePath.done(),
    network: networkFeatures(session.batches),
    pauses: folds.pauses.done(),
    pointer,
    positions: folds.positions.done(),
    replay: {
      ofEarlier: session.replay ?? null,
      within: repeatWithin(movement),
      marks: marksOf(movement),
    },
    rhythm: folds.rhythm.done(),
    scroll: folds.scroll.done(),
    seen: folds.seen.done(),
    taps,
    typing: folds.typing.done(),
    typingStatistics: folds.typingStatistics.done(),
    observed: observedTimeOf(batches),
  }
}

function over<Features>(events: readonly StreamEvent[], fold: Fold<Features>): Features {
  for (const event of events) fold.step(event)
  return fold.done()
}

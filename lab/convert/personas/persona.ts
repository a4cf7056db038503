/** Somebody who is often wronged by detectors, as a script. */
import type { DeviceReading } from '../../../src/contract/batch.ts'
import type { Labelled } from '../labelled.ts'
import type { Hand } from './hand.ts'

export interface Persona {
  readonly name: string
  readonly device: Labelled['device']
  readonly input: Labelled['input']
  readonly signals: DeviceReading['signals']
  /** Ticks of the clock that stamps its events: 10 on Linux, 1,000 where fingerprinting is resisted. */
  readonly gridTicks?: number
  /** What the browser says of every event of the mouse. */
  readonly pointerFlags?: number
  /** Of the reading at submit, where it differs. */
  readonly atSubmit?: DeviceReading['signals']
  act(hand: Hand): void
}

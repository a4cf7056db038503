/** A scripted person of a group that detectors often flag by mistake. */
import type { DeviceReading } from '../../../../src/contract/batch/batch.ts'
import type { Labeled } from '../labeled.ts'
import type { ScriptedPerson } from './scripted_person.ts'

export interface Persona {
  readonly name: string
  readonly device: Labeled['device']
  readonly input: Labeled['input']
  readonly signals: DeviceReading['signals']
  /** Clock resolution of events in ticks: 10 on Linux, 1,000 with fingerprinting protection. */
  readonly gridTicks?: number
  /** Flags of every mouse event. */
  readonly pointerFlags?: number
  /** Signals that have a different value on submit. */
  readonly atSubmit?: DeviceReading['signals']
  act(person: ScriptedPerson): void
}

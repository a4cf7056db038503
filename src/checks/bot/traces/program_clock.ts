import { clockSourceOf } from '../../../features/session/clock.ts'
import { trace } from '../trace.ts'

export const programClock = trace({
  kind: 'clock',
  weight: 'program_clock',
  where: 'linux',
  evidence: '{times of no single system}',
  parts: {
    two: 'key and mouse timestamps from different clocks',
    altered: 'input timestamps that a program changed',
  },
  find({ clock }) {
    const source = clockSourceOf(clock)
    return source === 'two' || source === 'altered' ? [source] : []
  },
})

/** How often a fault is repeated: enough to notice on every change, the promised number in the scheduled form. */
const FULL = process.env.FAULTS === 'full'

export const cycles = <Value, More>(onEveryChange: Value, promised: More) => (FULL ? promised : onEveryChange)

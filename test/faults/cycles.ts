/** Number of repetitions of a fault: a few in `npm test`, the documented number in `npm run faults`. */
const FULL = process.env.FAULTS === 'full'

export const cycles = <Value, More>(onEveryChange: Value, promised: More) => (FULL ? promised : onEveryChange)

/** Prints figures of the full run for the docs. */
export function figures(of: string, found: object): void {
  if (FULL) process.stdout.write(`${of}: ${JSON.stringify(found)}\n`)
}

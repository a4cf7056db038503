/** How often a fault is repeated: enough to notice on every change, the promised number in `npm run faults`. */
const FULL = process.env.FAULTS === 'full'

export const cycles = <Value, More>(onEveryChange: Value, promised: More) => (FULL ? promised : onEveryChange)

/** Figures of the promised number, for whoever writes them down. */
export function figures(of: string, found: object): void {
  if (FULL) process.stdout.write(`${of}: ${JSON.stringify(found)}\n`)
}

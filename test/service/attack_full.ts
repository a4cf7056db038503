/** The size of an attack: small by default, complete with `FAULTS=full` or `FUZZ=full`. */
export const isFull = process.env.FAULTS === 'full' || process.env.FUZZ === 'full'

export const amount = (taste: number, all: number): number => (isFull ? all : taste)

/** The number of visits; the variable `VISITS` sets another. */
export const visitCount = (taste: number, all: number): number =>
  Number(process.env.VISITS ?? amount(taste, all))

/** The seed of all attacks; the same seed gives the same attacks. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)

/** Prints figures of a full run for the docs. */
export function tell(what: string, figures: Readonly<Record<string, number | string>>): void {
  if (isFull) process.stderr.write(`${what}: ${JSON.stringify(figures)}\n`)
}

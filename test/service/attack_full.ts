/** How much a test attacks: a taste by default, all of it with `FAULTS=full` or `FUZZ=full`. */
export const isFull = process.env.FAULTS === 'full' || process.env.FUZZ === 'full'

export const amount = (taste: number, all: number): number => (isFull ? all : taste)

/** Attacks are drawn from it: the same seed draws the same. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)

/** Figures of a full run, for who wrote the promise down. */
export function tell(what: string, figures: Readonly<Record<string, number | string>>): void {
  if (isFull) process.stderr.write(`${what}: ${JSON.stringify(figures)}\n`)
}

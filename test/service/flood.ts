/** Requests of one caller until the service refuses one. */
import { expect } from 'vitest'

/** More than run and wait. */
const MANY = 30

export const statusOf = async (sent: Promise<{ readonly status: number }>): Promise<number> =>
  (await sent).status

/** Repeats a request at once until one is refused: then as many wait as can. */
export async function flood(send: () => Promise<number>): Promise<Promise<number>[]> {
  const sent = Array.from({ length: MANY }, send)
  await Promise.any(sent.map(async (status) => expect(await status).toBe(503)))
  return sent
}

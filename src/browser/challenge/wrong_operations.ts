/** Operations that fail in every engine, each engine with words of its own. The order is part of the contract. */
import type { Tasks } from '../../contract/batch/challenge.ts'

/** Only language features and natives that pages hardly ever replace. */
const WRONG: readonly ((tasks: Tasks) => unknown)[] = [
  ({ word }) => (null as never)[word],
  ({ word }) => word in (word as never),
  ({ word }) => BigInt(word),
  ({ count }) => BigInt(count + 0.5),
  ({ count }) => count.toString(count + 36),
  ({ count }) => new Uint8Array(-count),
]

export function errorText(index: number, tasks: Tasks): string {
  try {
    return `${WRONG[index]?.(tasks)}`
  } catch (error) {
    return (error as Error).message
  }
}

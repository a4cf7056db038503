/**
 * Run from its source, every thread strips types by Node's WebAssembly. When one thread makes faster wrappers for its
 * calls while another ends, V8 now and then aborts the whole process ("Check failed: jit_page.has_value()"). Called
 * before the first thread starts, no thread makes any; stripping takes as long as before.
 */
import { setFlagsFromString } from 'node:v8'

/** Calls before a faster wrapper is made: more than there ever are. */
export const STEADY = '--wasm-wrapper-tiering-budget=2147483647'

export function steadySourceThreads(): void {
  setFlagsFromString(STEADY)
}

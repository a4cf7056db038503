/**
 * When Byhand runs from source, Node strips types with WebAssembly on every thread. V8 sometimes aborts the process
 * ("Check failed: jit_page.has_value()") when one thread tiers up its WebAssembly wrappers while another one ends.
 * Calling this before the first thread starts turns that tier-up off; type stripping is not slower.
 */
import { setFlagsFromString } from 'node:v8'

/** Calls before V8 compiles a faster wrapper: more than there ever are. */
export const NO_WASM_TIERING = '--wasm-wrapper-tiering-budget=2147483647'

export function disableWasmTiering(): void {
  setFlagsFromString(NO_WASM_TIERING)
}

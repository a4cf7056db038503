/** FNV-1a over UTF-16 code units with a final mix: fast, and uniform enough for tables and sketches. */
export function hashText(text: string, seed = 0): number {
  return mix(hashOn((0x811c9dc5 ^ seed) >>> 0, text, 0, text.length))
}

/** Continues a hash over a part of a text without a substring. `mix` finishes it. */
export function hashOn(state: number, text: string, from: number, to: number): number {
  let hash = state
  for (let at = from; at < to; at++) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash
}

/** The initial state for `hashOn`, after a prefix. */
export function hashStart(prefix: string): number {
  return hashOn(0x811c9dc5, prefix, 0, prefix.length)
}

/** The finalizer of MurmurHash3: every input bit affects every output bit. */
export function mix(value: number): number {
  let hash = value | 0
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return hash >>> 0
}

/** Caches a pure function of a text: all participants of a survey answer the same few questions. */

/** The whole cache is cleared at this size. */
const MOST_TEXTS = 200

/** Longer texts are not cached. */
const LONGEST_CHARS = 2_000

export function memoize<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { value: Value }>()
  return (text) => {
    if (text.length > LONGEST_CHARS) return make(text)
    const found = known.get(text)
    if (found !== undefined) return found.value
    const value = make(text)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(text, { value })
    return value
  }
}

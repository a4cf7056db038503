/** A pure function that need not be asked twice: all participants of a survey answer the same few questions. */

/** Beyond this many texts everything is forgotten at once. */
const MOST_TEXTS = 200

/** Longer texts are not worth their room. */
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

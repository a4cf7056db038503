/** A human typing history: irregular intervals, slower word beginnings, pauses, corrected mistakes. */
export function typedBy(text: string, seed: number): { s: string; t: number }[] {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const entries: { s: string; t: number }[] = []
  let t = 0
  const put = (s: string, medianMs: number) => {
    t += Math.round(medianMs * Math.exp(0.45 * bell()))
    entries.push({ s, t })
  }
  for (let at = 1; at <= text.length; at++) {
    const isWordStart = at > 1 && text[at - 2] === ' '
    if (isWordStart && random() < 0.12) t += Math.round(700 + 2_500 * random())
    if (random() < 0.04 && /[a-z]/.test(text[at - 1] ?? '')) {
      put(text.slice(0, at - 1) + String.fromCharCode(97 + Math.floor(random() * 26)), 150)
      put(text.slice(0, at - 1), 320)
    }
    put(text.slice(0, at), isWordStart ? 210 : 150)
  }
  return entries
}

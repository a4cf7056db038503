/** Typing histories of people, devices and scripts, for tests. */
export const TEXT =
  'I like the market on Saturdays because the baker knows my children, and when it rains we all stand under the old arcade and talk about the week.'

export type History = { s: string; t: number }[]

/** A seeded random source. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Key by key; `gapMs` returns the gap before each. */
export function keyed(text: string, gapMs: (at: number) => number): History {
  let t = 0
  return Array.from(text, (_, at) => {
    if (at > 0) t += gapMs(at)
    return { s: text.slice(0, at + 1), t: Math.round(t) }
  })
}

/** Piece by piece; `gapMs` returns the gap before each. */
export function inPieces(pieces: readonly string[], gapMs: (piece: string, at: number) => number): History {
  let t = 0
  let s = ''
  return pieces.map((piece, at) => {
    if (at > 0) t += gapMs(piece, at)
    s += piece
    return { s, t: Math.round(t) }
  })
}

export const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []

/** A person: irregular gaps, slower word starts, pauses to think, corrected typos. */
export function byHand(text: string, seed = 1, medianMs = 150): History {
  const next = numbers(seed)
  const bell = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const entries: History = []
  let t = 0
  const put = (s: string, median: number) => {
    t += Math.round(median * Math.exp(0.45 * bell()))
    entries.push({ s, t })
  }
  for (let at = 1; at <= text.length; at++) {
    const starts = at > 1 && text[at - 2] === ' '
    if (starts && next() < 0.12) t += Math.round(700 + 2_500 * next())
    if (next() < 0.04 && /[a-z]/.test(text[at - 1] ?? '')) {
      put(text.slice(0, at - 1) + String.fromCharCode(97 + Math.floor(next() * 26)), medianMs)
      put(text.slice(0, at - 1), 2 * medianMs)
    }
    put(text.slice(0, at), starts ? 1.4 * medianMs : medianMs)
  }
  return entries
}

/** Swiped words. */
export function swiped(text: string, seed = 1): History {
  const next = numbers(seed)
  return inPieces(wordsOf(text), (word) => 350 + 60 * word.length + 500 * next())
}

/** Dictated phrases, each after the time it takes to say it. */
export function dictated(text: string): History {
  const phrases = text.match(/(?:\S+\s*){1,7}/g) ?? []
  return inPieces(phrases, (phrase) => 500 + 75 * phrase.length)
}

/** Letters, then the characters of the input method that replace them. */
export function byInputMethod(commits: readonly (readonly [spelling: string, text: string])[]): History {
  const next = numbers(11)
  const entries: History = []
  let done = ''
  let t = 0
  for (const [spelling, text] of commits) {
    for (let at = 1; at <= spelling.length; at++) {
      t += Math.round(60 + 260 * next() ** 2)
      entries.push({ s: done + spelling.slice(0, at), t })
    }
    t += Math.round(300 + 900 * next())
    done += text
    entries.push({ s: done, t })
  }
  return entries
}

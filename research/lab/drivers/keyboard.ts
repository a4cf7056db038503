/** A US keyboard layout: the key of a character, and the hand and finger that press it. */
export interface Key {
  /** The key name in X. */
  readonly symbol: string
  readonly shift: boolean
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  '.': 'period',
  ',': 'comma',
  ';': 'semicolon',
  "'": 'apostrophe',
  '-': 'minus',
  '/': 'slash',
  '=': 'equal',
  '[': 'bracketleft',
  ']': 'bracketright',
  '\n': 'Return',
  '\b': 'BackSpace',
}

const SHIFTED: Readonly<Record<string, string>> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
  '?': 'slash',
  ':': 'semicolon',
  '"': 'apostrophe',
  _: 'minus',
  '+': 'equal',
}

export function keyOf(character: string): Key {
  if (/[A-Z]/.test(character)) return { symbol: character.toLowerCase(), shift: true }
  const shifted = SHIFTED[character]
  if (shifted !== undefined) return { symbol: shifted, shift: true }
  return { symbol: NAMES[character] ?? character, shift: false }
}

const CODES: Readonly<Record<string, string>> = {
  space: 'Space',
  period: 'Period',
  comma: 'Comma',
  semicolon: 'Semicolon',
  apostrophe: 'Quote',
  minus: 'Minus',
  slash: 'Slash',
  equal: 'Equal',
  Shift_L: 'ShiftLeft',
  BackSpace: 'Backspace',
}

/** The code of a key in browsers. */
export function codeOf(symbol: string): string | undefined {
  if (/^[a-z]$/.test(symbol)) return `Key${symbol.toUpperCase()}`
  return /^\d$/.test(symbol) ? `Digit${symbol}` : CODES[symbol]
}

const ROWS = ['qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./'] as const
/** Finger of each column, from the left little finger to the right one. */
const FINGERS = [0, 1, 2, 3, 3, 4, 4, 5, 6, 7] as const

export function fingerOf(character: string): number | undefined {
  for (const row of ROWS) {
    const column = row.indexOf(character.toLowerCase())
    if (column >= 0) return FINGERS[column]
  }
  return undefined
}

/** A neighboring key, for typing mistakes. */
export function neighborOf(letter: string, pick: (letters: readonly string[]) => string): string {
  for (const [index, row] of ROWS.entries()) {
    const column = row.indexOf(letter.toLowerCase())
    if (column < 0) continue
    const near = [row[column - 1], row[column + 1], ROWS[index - 1]?.[column]]
    return pick(near.filter((other): other is string => other !== undefined && /[a-z]/.test(other)))
  }
  return letter
}

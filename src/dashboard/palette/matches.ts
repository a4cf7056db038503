/** Whether every word of a query begins a word of the text. */
export function matches(text: string, query: string): boolean {
  const words = wordsOf(text)
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)))
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s/.,:_-]+/)
    .filter((word) => word !== '')

/** Column names from the first record of a CSV file, offered for mapping. */

/** Bytes of the file that are searched for the header. */
export const HEADER_BYTES = 64 * 1024

export function csvHeader(text: string): string[] {
  const names: string[] = []
  const separator = separatorOf(text)
  let name = ''
  let isQuoted = false
  for (let i = text.startsWith('\ufeff') ? 1 : 0; i < text.length; i++) {
    const char = text[i]
    if (isQuoted) {
      if (char !== '"') name += char
      else if (text[i + 1] === '"') {
        name += '"'
        i++
      } else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === separator) {
      names.push(name)
      name = ''
    } else if (char === '\n' || char === '\r') break
    else name += char
  }
  return [...names, name].map((each) => each.trim())
}

/** Many European spreadsheets separate by semicolon. The most frequent separator of the first line wins. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (char: string) => line.split(char).length
  return [',', ';', '\t'].reduce((best, char) => (count(char) > count(best) ? char : best))
}

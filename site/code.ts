/** Code blocks as HTML, with comments and strings in colors of their own. */

const STRINGS = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`
const C_LIKE = `${String.raw`(?<comment>(?<![:\\])//.*|/\*[\s\S]*?\*/)|(?<string>${STRINGS}|`}\`[^\`]*\`)`
const HASH = String.raw`(?<comment>(?<=^|\s)#.*)|(?<string>${STRINGS})`

/** By language. Code in other languages has one color. */
const PATTERNS: Readonly<Record<string, string>> = {
  js: C_LIKE,
  jsx: C_LIKE,
  ts: C_LIKE,
  php: C_LIKE,
  json: `(?<string>${STRINGS})`,
  html: String.raw`(?<comment><!--[\s\S]*?-->)|(?<string>"[^"\n]*")`,
  sh: HASH,
  python: HASH,
  r: HASH,
  yaml: HASH,
  nginx: HASH,
  caddyfile: HASH,
}

export function codeHtml(code: string, language: string): string {
  const pattern = PATTERNS[language]
  if (pattern === undefined) return escaped(code)
  let html = ''
  let end = 0
  for (const { index, 0: text, groups } of code.matchAll(new RegExp(pattern, 'gm'))) {
    const kind = groups?.comment === undefined ? 'string' : 'comment'
    html += `${escaped(code.slice(end, index))}<span class="${kind}">${escaped(text)}</span>`
    end = index + text.length
  }
  return html + escaped(code.slice(end))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] as string)

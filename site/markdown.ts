/** Markdown as HTML: headings with the ids that GitHub gives them, code with a copy button, tables that scroll. */
import markdownIt from 'markdown-it'
import { codeHtml } from './code.ts'

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

/** A heading with the text below it, up to the next heading. */
export interface Section {
  /** Empty for the text above the first heading. */
  readonly id: string
  readonly heading: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

const parser = markdownIt({ html: false })
const { escapeHtml } = parser.utils

parser.renderer.rules.fence = (tokens, index) => {
  const { content, info } = tokens[index] as { content: string; info: string }
  const code = content.trimEnd()
  return `<div class="code"><pre tabindex="0"><code>${codeHtml(code, info.split(' ')[0] ?? '')}</code></pre><button type="button" class="copy" data-code="${escapeHtml(code)}">Copy</button></div>\n`
}
parser.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
parser.renderer.rules.table_close = () => '</table></div>\n'

export function renderMarkdown(markdown: string): Rendered {
  const tokens = parser.parse(markdown, {})
  const headings: Heading[] = []
  const sections: { id: string; heading: string; text: string }[] = [{ id: '', heading: '', text: '' }]
  const newId = idWriter()
  for (const [index, token] of tokens.entries()) {
    const section = sections.at(-1) as { text: string }
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1])
      const heading = { level: Number(token.tag.slice(1)), id: newId(text), text }
      token.attrSet('id', heading.id)
      headings.push(heading)
      sections.push({ id: heading.id, heading: text, text: '' })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      section.text += `${plainText(token)} `
    else if (token.type === 'fence') section.text += `${token.content} `
    // Classes, because the content security policy forbids style attributes.
    else if (/^t[hd]_open$/.test(token.type)) {
      const style = token.attrGet('style')
      token.attrs = style === null ? null : [['class', String(style).replace(':', '-')]]
    }
    // An empty header is announced as a header of its column.
    if (
      /^th_/.test(token.type) &&
      [tokens[index - 1], tokens[index + 1]].some((one) => one?.content === '' && one.type === 'inline')
    )
      token.tag = 'td'
  }
  return { html: parser.renderer.render(tokens, parser.options, {}), headings, sections }
}

interface InlineToken {
  readonly type: string
  readonly content: string
  readonly children: readonly InlineToken[] | null
}

const plainText = (token: InlineToken | undefined): string =>
  token?.children?.map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('') ?? ''

/** As GitHub does: lower case, no punctuation, hyphens for spaces, and a number for a repeated heading. */
function idWriter(): (text: string) => string {
  const seen = new Map<string, number>()
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
}

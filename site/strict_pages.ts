/**
 * Moves inline scripts and styles of the built pages into files, so that the content security policy of the site needs
 * neither hashes nor 'unsafe-inline'.
 */
import { hash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files here have a hash of their content in their names. */
const ASSETS = '_astro'

/** Interfaces of Pagefind that the site does not use. */
const UNUSED = 'pagefind/pagefind-{component-ui,modular-ui,ui,highlight}.{js,css}'

/** Style attributes become classes of this name and a number. */
const STYLE_CLASS = 'style-'

/** How the style sheet of code blocks selects colored text, and how it does after the change. */
const COLORED = /span\[style\^='--'\]:not\(\[class\]\)/g
const COLORED_BY_CLASS = `span[class^='${STYLE_CLASS}']`

export function moveInlineCode(folder: string, base: string): void {
  for (const name of globSync(UNUSED, { cwd: folder })) rmSync(join(folder, name))
  mkdirSync(join(folder, ASSETS), { recursive: true })
  for (const name of globSync('**/*.css', { cwd: folder })) {
    const css = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), css.replace(COLORED, COLORED_BY_CLASS))
  }
  const styles = new Map<string, string>()
  const pages = globSync('**/*.html', { cwd: folder }).toSorted()
  const texts = pages.map(
    (name) => [name, strictPage(readFileSync(join(folder, name), 'utf8'), styles, write)] as const,
  )
  const sheet = write([...styles].map(([style, name]) => `.${name}{${style}}`).join('\n'), 'css')
  const link = `<link rel="stylesheet" href="${sheet}">`
  for (const [name, text] of texts)
    writeFileSync(join(folder, name), text.replace('</head>', `${link}</head>`))

  function write(content: string, type: 'js' | 'css'): string {
    const file = `${ASSETS}/inline.${hash('sha256', content, 'hex').slice(0, 10)}.${type}`
    writeFileSync(join(folder, file), content)
    return base + file
  }
}

/** The page with files in place of inline code. Style attributes become classes, which are added to `styles`. */
export function strictPage(
  html: string,
  styles: Map<string, string>,
  write: (content: string, type: 'js' | 'css') => string,
): string {
  return html
    .replace(
      /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g,
      (all, attributes: string, code: string) =>
        attributes.includes('application/')
          ? all
          : `<script${attributes} src="${write(code, 'js')}"></script>`,
    )
    .replace(
      /<style[^>]*>([\s\S]*?)<\/style>/g,
      (_all, css: string) =>
        `<link rel="stylesheet" href="${write(css.replace(COLORED, COLORED_BY_CLASS), 'css')}">`,
    )
    .replace(/<[a-z][\w-]*\s[^<>]*?\bstyle="[^"]*"[^<>]*>/g, (tag) => withClass(tag, styles))
}

function withClass(tag: string, styles: Map<string, string>): string {
  const [attribute, style = ''] = / ?\bstyle="([^"]*)"/.exec(tag) as RegExpExecArray
  const rest = tag.replace(attribute, '')
  // Scripts of the theme remove this one through the style property, which a class would survive.
  if (/^display:\s*none;?$/.test(style)) return rest
  const name = styles.get(style) ?? `${STYLE_CLASS}${styles.size}`
  styles.set(style, name)
  return /\bclass="/.test(rest)
    ? rest.replace(/\bclass="/, `class="${name} `)
    : rest.replace(/^<[\w-]+/, `$& class="${name}"`)
}

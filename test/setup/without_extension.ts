/** Copies the tree and removes an extension from the copy: its folder, its lines in the lists, and links to its pages. */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The folders of packages, which the copy shares. */
const PACKAGES = ['node_modules', 'test/node_modules', 'tools/node_modules', 'research/node_modules']

export const EXTENSION_NAMES: readonly string[] = readdirSync(join(ROOT, 'extensions'), {
  withFileTypes: true,
}).flatMap((entry) => (entry.isDirectory() ? entry.name : []))

/** What git tracks or would track. The caller deletes the folder. */
export function copyTree(): string {
  // Git ignores it.
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const copy = mkdtempSync(join(ROOT, 'dist/.without-'))
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const path of list.split('\0').filter((path) => path !== '')) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(copy, path))
  }
  for (const folder of PACKAGES) symlinkSync(join(ROOT, folder), join(copy, folder))
  return copy
}

/** Removes it from a copy. The result puts everything back. */
export function removeExtension(copy: string, name: string): () => void {
  const before = new Map<string, string>()
  const change = (path: string, to: (text: string) => string): void => {
    const text = readFileSync(join(copy, path), 'utf8')
    const changed = to(text)
    if (changed === text) return
    before.set(path, text)
    writeFileSync(join(copy, path), changed)
  }
  for (const path of globSync(`extensions/${name}/**`, { cwd: copy, withFileTypes: true })) {
    if (path.isFile()) {
      const file = join(path.parentPath, path.name)
      before.set(file.slice(copy.length + 1), readFileSync(file, 'latin1'))
    }
  }
  const folder = new Set(before.keys())
  rmSync(join(copy, 'extensions', name), { recursive: true })
  for (const list of globSync('extensions/*.ts', { cwd: copy }))
    change(list, (text) => withoutLines(text, name))
  for (const page of globSync('{*.md,docs/**/*.{md,json},extensions/*/docs/**/*.md}', { cwd: copy }))
    change(page, (text) => withoutLinks(text, name))
  return () => {
    for (const [path, text] of before) {
      mkdirSync(join(copy, dirname(path)), { recursive: true })
      writeFileSync(join(copy, path), text, folder.has(path) ? 'latin1' : 'utf8')
    }
  }
}

/** Without its import, and without the imported names. */
function withoutLines(text: string, name: string): string {
  const line = new RegExp(`^import \\{ (\\w+) \\} from '\\./${name}/\\w+\\.ts'\\n`, 'm')
  const imported = line.exec(text)?.[1]
  if (imported === undefined) return text
  return text.replace(line, '').replace(new RegExp(`(\\n *)?(\\.\\.\\.)?\\b${imported}\\b,? ?`), '')
}

/** Links become their text. The row of the extension in a table goes. */
const withoutLinks = (text: string, name: string): string =>
  text
    .replace(new RegExp(`^\\| \`${name}\` \\| .*\\n`, 'm'), '')
    .replace(new RegExp(`\\[([^[\\]]*)\\]\\([^)\\s]*(?:extensions|\\.\\.)/${name}/[^)]*\\)`, 'g'), '$1')

/** Code blocks of a how-to page, with the values of the reader, and a shell to run commands in. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fillIn, PAGE_PATHS } from '../../src/contract/setup_lines.ts'

const ROOT = join(import.meta.dirname, '../..')
const BLOCK = /^( *)```\w[^\n]*\n([\s\S]*?)^\1```$/gm

export interface ReaderValues {
  readonly url: string
  readonly siteKey: string
  readonly secretKey: string
}

export interface HowToPage {
  readonly text: string
  /** The only block that has this beginning. */
  block(start: RegExp): string
}

export async function readHowTo(name: string, { url, siteKey, secretKey }: ReaderValues): Promise<HowToPage> {
  const [file] = globSync(`{,extensions/*/}docs/how-to/${name}.md`, { cwd: ROOT })
  if (file === undefined) throw new Error(`There is no page ${name}.`)
  const page = await readFile(join(ROOT, file), 'utf8')
  const text = fillIn(page, { url, siteKey, secretKey, ...PAGE_PATHS })
  const blocks = [...text.matchAll(BLOCK)].map(([, indent = '', lines = '']) =>
    lines.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd(),
  )
  return {
    text,
    block(start) {
      const found = blocks.filter((code) => start.test(code))
      if (found.length !== 1) throw new Error(`${name} has ${found.length} blocks that begin with ${start}`)
      return found[0] as string
    },
  }
}

export type Shell = (command: string, env?: Readonly<Record<string, string>>) => Promise<string>

/** Runs commands in a folder. `npx byhand` is the command of this repository; `words` are added to it. */
export async function openShell(folder: string, words: readonly string[] = []): Promise<Shell> {
  const bin = await mkdtemp(join(folder, 'bin-'))
  const call = [process.execPath, join(ROOT, 'bin/byhand.js')].map((word) => `'${word}'`).join(' ')
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift\nexec ${call} "$@" ${words.join(' ')}\n`, {
    mode: 0o755,
  })
  return async (command, env = {}) => {
    const PATH = `${bin}:${process.env.PATH}`
    const options = { cwd: folder, env: { ...process.env, PATH, ...env } }
    return (await promisify(execFile)('bash', ['-ec', command], options)).stdout
  }
}

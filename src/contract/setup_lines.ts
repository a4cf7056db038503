/**
 * Lines that add Byhand to a site. Their only source are the how-to pages: a code block with `setup=<integration>` after
 * its language is a step of that integration, and the paragraph above it says what to do. The dashboard, the docs site
 * and `byhand init` show the same lines with the values of the reader.
 */

export interface SetupStep {
  readonly text: string
  readonly code: string
}

export interface SetupValues {
  /** Without a slash at its end. */
  readonly url: string
  readonly script_path: string
  readonly module_path: string
  readonly ingest_path: string
  /** Absent: the placeholder stays. */
  readonly siteKey?: string | undefined
  readonly secretKey?: string | undefined
}

/** The values of the pages. */
const PAGE_URL = 'https://byhand.example.org'
export const PAGE_PATHS = {
  script_path: '/byhand.js',
  module_path: '/byhand.mjs',
  ingest_path: '/i/v1/batch',
} as const
const PAGE_SITE_KEY = 'bh_pk_…'
const PAGE_SECRET_KEY = 'bh_sk_…'

export function fillIn(text: string, values: SetupValues): string {
  let filled = text
  for (const [name, path] of Object.entries(PAGE_PATHS)) {
    filled = filled.replaceAll(PAGE_URL + path, () => values.url + values[name as keyof typeof PAGE_PATHS])
  }
  return filled
    .replaceAll(PAGE_URL, () => values.url)
    .replaceAll(PAGE_SITE_KEY, () => values.siteKey ?? PAGE_SITE_KEY)
    .replaceAll(PAGE_SECRET_KEY, () => values.secretKey ?? PAGE_SECRET_KEY)
}

const BLOCK = /^( *)```\w+ setup=([\w,-]+)\n([\s\S]*?)^\1```$/gm

/** The steps of each integration, in the order of the pages. */
export function setupSteps(pages: readonly string[]): Readonly<Record<string, readonly SetupStep[]>> {
  const steps: Record<string, SetupStep[]> = {}
  for (const page of pages) {
    for (const { index, 1: indent = '', 2: names = '', 3: lines = '' } of page.matchAll(BLOCK)) {
      const code = lines.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd()
      const step = { text: sentence(page.slice(0, index)), code }
      for (const name of names.split(',')) {
        steps[name] ??= []
        steps[name].push(step)
      }
    }
  }
  return steps
}

/** The last paragraph, without markup. */
const sentence = (before: string): string =>
  (
    before
      .trimEnd()
      .split(/\n\s*\n|\n(?= *\d+\. )/)
      .at(-1) ?? ''
  )
    .trim()
    .replace(/^\d+\. /, '')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replace(/:$/, '.')

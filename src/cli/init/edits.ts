/** Which lines go where in a project, for each framework. Nothing is written here. */
import type { SetupStep } from '../../contract/setup_lines.ts'

/** Build the whole app. Their manifests name libraries of the others too, so the first one that is found counts. */
const META_FRAMEWORKS = {
  next: 'next',
  nuxt: 'nuxt',
  sveltekit: '@sveltejs/kit',
  astro: 'astro',
  'react-router': '@react-router/dev',
  angular: '@angular/core',
} as const

const LIBRARIES = {
  express: 'express',
  fastify: 'fastify',
  react: 'react',
  vue: 'vue',
  solid: 'solid-js',
  svelte: 'svelte',
  htmx: 'htmx.org',
  turbo: '@hotwired/turbo',
} as const

export type Framework = 'html' | keyof typeof META_FRAMEWORKS | keyof typeof LIBRARIES
const namesOf = <Name extends string>(packages: Readonly<Record<Name, string>>) =>
  Object.keys(packages) as Name[]
export const FRAMEWORKS: readonly Framework[] = ['html', ...namesOf(META_FRAMEWORKS), ...namesOf(LIBRARIES)]

/** Text files of a project by their path from its folder, with `/` and line feeds. */
export type Files = ReadonlyMap<string, string>

export interface Edit {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Why a project is not understood. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
}

/** From package.json, or from its pages. */
export function detectFrameworks(files: Files): readonly Framework[] {
  const uses = (name: string) => dependenciesOf(files.get('package.json') ?? '{}').has(name)
  const meta = namesOf(META_FRAMEWORKS).find((name) => uses(META_FRAMEWORKS[name]))
  if (meta !== undefined) return [meta]
  const found = namesOf(LIBRARIES).filter((name) => uses(LIBRARIES[name]))
  if (found.length > 0) return found
  return pagesOf(files).length > 0 ? ['html'] : []
}

function dependenciesOf(manifest: string): ReadonlySet<string> {
  try {
    const { dependencies, devDependencies } = JSON.parse(manifest) as Record<string, object | undefined>
    return new Set(Object.keys({ ...dependencies, ...devDependencies }))
  } catch {
    throw new NotUnderstood('package.json is not valid JSON.')
  }
}

/** The changed files. Empty: the project has all lines already. */
export function editsFor(framework: Framework, files: Files, steps: readonly SetupStep[]): readonly Edit[] {
  const plan = PLANS[framework] ?? html
  return plan(files, steps).filter(({ before, after }) => before !== after)
}

const isDone = (text: string): boolean => /@byhand\/|byhand\.js|data-site-key=/.test(text)

/** The only block of the steps that matches. */
function block(steps: readonly SetupStep[], start: RegExp): string {
  const [found, ...more] = steps.filter(({ code }) => start.test(code))
  if (found === undefined || more.length > 0)
    throw new Error(`the how-to pages have no single block ${start}`)
  return found.code
}

const pagesOf = (files: Files, name = /\.html$/): string[] =>
  [...files.keys()].filter((path) => name.test(path))

function html(files: Files, steps: readonly SetupStep[]): readonly Edit[] {
  return tagged(files, steps, /\.html$/, 'an HTML page')
}

function tagged(files: Files, steps: readonly SetupStep[], name: RegExp, wanted: string): readonly Edit[] {
  const edits = taggedPages(files, steps, name)
  if (edits.length > 0) return edits
  throw new NotUnderstood(`This folder does not have ${wanted} with a </head>.`)
}

/** Every page, with the script tag. */
function taggedPages(files: Files, steps: readonly SetupStep[], name?: RegExp): readonly Edit[] {
  const tag = block(steps, /^<script src/)
  return pagesOf(files, name).flatMap((path) => {
    const before = files.get(path) as string
    if (isDone(before)) return { path, before, after: before }
    const isOwnLine = /^[ \t]*<\/head>/m.test(before)
    const after = isOwnLine
      ? before.replace(/^([ \t]*)<\/head>/m, (end, indent) => `${indent}  ${tag}\n${end}`)
      : before.replace('</head>', (end) => tag + end)
    return after === before ? [] : { path, before, after }
  })
}

const APP = /<App\s*\/>/

function react(files: Files, steps: readonly SetupStep[]): readonly Edit[] {
  const { path, text: before } = only(
    files,
    /^src\/(main|index)\.[jt]sx$/,
    'a file src/main.jsx or src/main.tsx',
  )
  if (isDone(before)) return [{ path, before, after: before }]
  const lines = block(steps, /import \{ Byhand/)
  const [open = ''] = /<Byhand [^<>]*>/.exec(lines) ?? []
  const [imported = ''] = /^import .*$/m.exec(lines) ?? []
  if (before.split(APP).length !== 2) throw new NotUnderstood(`${path} does not render <App /> once.`)
  return [{ path, before, after: afterImports(wrapApp(before, open), imported) }]
}

/** `<App />` on its own line inside `open`, with what stands before and after it on its line. */
function wrapApp(text: string, open: string): string {
  const [app = ''] = APP.exec(text) ?? []
  const at = text.indexOf(app)
  const from = text.lastIndexOf('\n', at) + 1
  const indent = /^[ \t]*/.exec(text.slice(from, at))?.[0] ?? ''
  return `${text.slice(0, at)}${open}\n${indent}  ${app}\n${indent}</Byhand>${text.slice(at + app.length)}`
}

function vue(files: Files, steps: readonly SetupStep[]): readonly Edit[] {
  const { path, text: before } = only(files, /^src\/App\.vue$/, 'a file src/App.vue')
  if (isDone(before)) return [{ path, before, after: before }]
  const [, start, script, rest] =
    /^([\s\S]*?<script[^>]*\bsetup\b[^>]*>\n)([\s\S]*?)(<\/script>[\s\S]*)$/.exec(before) ?? []
  if (script === undefined) throw new NotUnderstood(`${path} has no <script setup>.`)
  return [
    { path, before, after: start + afterImports(script, block(steps, /^import[^\n]*\n\nuseByhand/)) + rest },
  ]
}

function server(files: Files, steps: readonly SetupStep[]): readonly Edit[] {
  const created = /\b(express|fastify|Fastify)\(/
  const { path, text: before } = only(files, /\.[cm]?[jt]s$/, 'one file that creates the server', created)
  const pages = taggedPages(files, steps)
  if (isDone(before)) return pages
  const lines = block(steps, /^import/)
  const isModule = /^import /m.test(before)
  // An ES module can be required since Node 20.19.
  const own = isModule ? lines : lines.replaceAll(/^import (.*) from (.*)$/gm, 'const $1 = require($2)')
  return [{ path, before, after: afterImports(before, own) }, ...pages]
}

function next(files: Files, steps: readonly SetupStep[]): readonly Edit[] {
  const name = 'a file app/layout.jsx or app/layout.tsx'
  const { path, text: before } = only(files, /^(src\/)?app\/layout\.[jt]sx?$/, name)
  if (isDone(before)) return [{ path, before, after: before }]
  const tag = block(steps, /^<script src/)
  const after = before.replace(/^([ \t]*)<body[^<>]*>/m, (body, indent) => `${body}\n${indent}  ${tag}`)
  if (after === before) throw new NotUnderstood(`${path} has no <body> at the start of a line.`)
  return [{ path, before, after }]
}

const DEFINED = /\bdefineNuxtConfig\(\{\n/

function nuxt(files: Files, steps: readonly SetupStep[]): readonly Edit[] {
  const { path, text: before } = only(files, /^nuxt\.config\.[cm]?[jt]s$/, 'a file nuxt.config.ts')
  if (isDone(before)) return [{ path, before, after: before }]
  if (!DEFINED.test(before) || /\bapp:/.test(before))
    throw new NotUnderstood(`${path} does not begin its object on a line of its own, or has a member app.`)
  const member = block(steps, /^app: /).replaceAll(/^(?=.)/gm, '  ')
  return [{ path, before, after: before.replace(DEFINED, (begin) => `${begin}${member}\n`) }]
}

const PLANS: Readonly<
  Partial<Record<Framework, (files: Files, steps: readonly SetupStep[]) => readonly Edit[]>>
> = {
  next,
  nuxt,
  sveltekit: (files, steps) => tagged(files, steps, /^src\/app\.html$/, 'a file src/app.html'),
  astro: (files, steps) => tagged(files, steps, /\.astro$/, 'a layout'),
  'react-router': (files, steps) => tagged(files, steps, /^app\/root\.[jt]sx$/, 'a file app/root.tsx'),
  angular: (files, steps) => tagged(files, steps, /^src\/index\.html$/, 'a file src/index.html'),
  express: server,
  fastify: server,
  react,
  vue,
}

function only(files: Files, name: RegExp, wanted: string, content = /(?:)/) {
  const found = [...files].filter(([path, text]) => name.test(path) && content.test(text))
  const [file] = found
  if (file === undefined || found.length > 1) {
    throw new NotUnderstood(`This folder does not have exactly one: ${wanted}.`)
  }
  return { path: file[0], text: file[1] }
}

/** Imports at the start of a line, also over several lines. */
const IMPORT = /^(?:import\b[^'"]*['"][^'"]*['"].*|(?:const|let|var) .*\brequire\(.*)\n/gm

/** Adds lines after the last import, or before everything. */
function afterImports(text: string, lines: string): string {
  const last = [...text.matchAll(IMPORT)].at(-1)
  const at = last === undefined ? 0 : last.index + last[0].length
  const own = `${lines}\n`
  const imports = own.match(IMPORT)?.join('') ?? ''
  const code = own.replaceAll(IMPORT, '').trim()
  return `${text.slice(0, at)}${imports}${code === '' ? '' : `\n${code}\n`}${text.slice(at)}`
}

/**
 * Builds the browser script into dist/browser: `byhand.js` for a script tag, `byhand.mjs` for imports, `forms.mjs` for
 * forms with `data-byhand-action`, `captcha.js` in place of a captcha's script, `step_up.mjs` for step-up verification,
 * `byhand-worker.js` for `data-worker`, and the scripts of extensions. The same source gives the same bytes.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type MinifyOptions, minify } from 'terser'
import { build, type Plugin } from 'vite'
import { EXTENSIONS } from '../extensions/scripts.ts'
import * as rows from '../src/contract/batch/rows.ts'
import * as limits from '../src/contract/limits.ts'
import type { Script } from '../src/extension.ts'
import { checkBundle } from './check_bundle.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')

/** Property names of internal objects, which are safe to shorten. */
const OWN_PROPERTIES =
  /^(taken|waitMs|made|firstMs|changes|outbox|isAllowed|onRefused|onStored|inserted|lastText|firstText|flightBytes|meaning|removedChars|shownIn|rowsText|ingestUrl|fault|word|count|errors|widths)$/

/** Makes Chromium compile all functions on another thread while the file loads. */
const EAGER = '//# allFunctionsCalledOnLoad'

const MINIFY: MinifyOptions = {
  ecma: 2020,
  module: true,
  toplevel: true,
  // Comparisons may be inverted, because no comparison depends on the handling of NaN.
  compress: { passes: 3, pure_getters: true, unsafe_arrows: true, unsafe_comps: true },
  mangle: { properties: { regex: OWN_PROPERTIES } },
  format: { comments: /webpackIgnore/, ascii_only: true, preamble: EAGER },
}

/** One minified file without imports. */
export async function bundle({ entry, format }: Script): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [inlineContract()],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: join(ROOT, entry), formats: [format], name: 'byhandScript' },
      rollupOptions: { output: { extend: false } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output) || output.output.length !== 1) {
    throw new Error(`${entry} was not built into one file`)
  }
  // Not as a plugin of the bundler, which would compile the minifier again for each file.
  const { code } = await minify(output.output[0].code, MINIFY)
  if (code === undefined) throw new Error(`${entry} was not minified`)
  return code
}

/** Inlines the numbers of the contract, so that their tables are not downloaded. */
function inlineContract(): Plugin {
  const tables = Object.entries<unknown>({ ...rows, ...limits }).filter(
    (entry): entry is [string, Record<string, unknown>] => typeof entry[1] === 'object',
  )
  return {
    name: 'inline-contract',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/browser\/|\/extensions\/\w+\/browser\//.test(id)) return null
      let out = code
      for (const [table, members] of tables) {
        const names = Object.keys(members).join()
        out = out.replaceAll(`Object.keys(${table})`, `'${names}'.split(',')`)
        out = out.replace(new RegExp(`\\b${table}\\.(\\w+)(\\.code)?\\b`, 'g'), (text, member, isCode) => {
          const value = isCode ? (members[member] as { code?: unknown } | undefined)?.code : members[member]
          return typeof value === 'number' ? String(value) : text
        })
      }
      return { code: out, map: null }
    },
  }
}

export async function buildBrowser(): Promise<void> {
  const files: [string, Script][] = [
    ['byhand.js', { entry: 'src/browser/script.ts', format: 'iife' }],
    ['byhand.mjs', { entry: 'src/browser/index.ts', format: 'es' }],
    ['forms.mjs', { entry: 'src/browser/forms/forms.ts', format: 'es' }],
    ['step_up.mjs', { entry: 'src/browser/step_up/step_up.ts', format: 'es' }],
    ['byhand-worker.js', { entry: 'src/browser/worker.ts', format: 'iife' }],
    ...EXTENSIONS.flatMap((one) => Object.entries(one)),
  ]
  await replaceFolder('browser', async (folder) => {
    for (const [name, what] of files) {
      const code = await bundle(what)
      writeFileSync(join(folder, name), code)
      console.log(`${name}: ${code.length} bytes, ${gzipSync(code, { level: 9 }).length} gzip`)
    }
    checkBundle(folder, { modules: false })
  })
}

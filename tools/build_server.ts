/**
 * Bundles the server and the `byhand` command into dist/server. The service has 1,600 modules with those of its
 * packages, and loading them one by one takes most of a start. Names stay readable, and source maps are beside the files.
 */
import { cpSync, globSync, readFileSync, statSync } from 'node:fs'
import http from 'node:http'
import { basename, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'
import { LICENSES } from './licenses.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')

/** The programs and each of their threads and processes, under the names by which they are loaded. */
const ENTRIES: Readonly<Record<string, string>> = {
  main: 'src/server/boot/main.ts',
  cli: 'src/cli/main.ts',
  writer: 'src/store/sqlite/writer.ts',
  worker: 'src/server/scoring/worker.ts',
  thread: 'src/server/survey/check/thread.ts',
  file_reader: 'src/server/survey/bulk/file_reader.ts',
  what_if_worker: 'src/server/settings/what_if_worker.ts',
  parse_worker: 'src/network/parse_worker.ts',
  ...Object.fromEntries(
    globSync('extensions/*/*_worker.ts', { cwd: ROOT }).map((file) => [basename(file, '.ts'), file]),
  ),
}

/** It loads its binary from a file next to it. */
const LEFT_OUTSIDE = [/^better-sqlite3/]

/** Larger JSON stays a file: as part of a script, V8 would keep its text in memory beside the parsed value. */
const MAX_INLINE_JSON_BYTES = 32_768

/** Files that the code reads by path. */
const INCLUDED = 'src/network/included'

/** Below dist/server, because sources look for package.json and for built pages three folders up. */
const FOLDER = 'bundle'

export const buildServer = (): Promise<void> =>
  replaceFolder('server', (folder) => bundleServer(join(folder, FOLDER)))

export async function bundleServer(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: [], target: 'node' },
    plugins: [largeJsonAsFiles(), httpWithoutUndici()],
    build: {
      ssr: true,
      ssrEmitAssets: true,
      target: 'node22',
      outDir: folder,
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      license: LICENSES,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, file)])),
        external: LEFT_OUTSIDE,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'part-[hash].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  })
  cpSync(join(ROOT, INCLUDED), join(folder, basename(INCLUDED)), { recursive: true })
}

function largeJsonAsFiles(): Plugin {
  return {
    name: 'large-json-as-files',
    enforce: 'pre',
    load(path) {
      if (!path.endsWith('.json') || statSync(path).size <= MAX_INLINE_JSON_BYTES) return null
      const fileName = relative(ROOT, path).replace(/^src\//, '')
      this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
      const code = `import { readFileSync } from 'node:fs'
export default JSON.parse(readFileSync(new URL('./${fileName}', import.meta.url), 'utf8'))`
      return { code, moduleType: 'js' }
    },
  }
}

/**
 * An import statement reads every export of a built-in module, and one export of `node:http` loads the HTTP client behind
 * `fetch`: 60 ms of each start.
 */
function httpWithoutUndici(): Plugin {
  const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { value }]) =>
    value === undefined ? [] : [name],
  )
  return {
    name: 'http-without-undici',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'node:http' && importer !== undefined ? HTTP : null),
    load: (id) =>
      id === HTTP ? `export const { ${names.join(', ')} } = process.getBuiltinModule('node:http')` : null,
  }
}

const HTTP = '\0http'

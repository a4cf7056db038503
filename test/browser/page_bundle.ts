/** Bundles a file of `fixtures/` with the libraries it imports into one script for a page. */
import { join } from 'node:path'
import { build } from 'vite'

/** The clients of this repository have no Vue of their own. */
export const VUE = join(import.meta.dirname, '../node_modules/vue/dist/vue.esm-bundler.js')

export async function pageBundle(fixture: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { vue: VUE } },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'fixtures', fixture), formats: ['iife'], name: 'page' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  return (output as unknown as { output: [{ code: string }] }).output[0].code
}

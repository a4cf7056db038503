/** Builds the script of each integration into dist/integrations, for pages without a bundler, the plugins, and the template for Google Tag Manager. */
import { copyFileSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'terser'
import { build } from 'vite'
import { pluginArchives } from './plugin_archives.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')

/** Libraries that the page itself loads, by their global names. */
const ON_PAGE = { 'survey-core': 'Survey' }

/** One classic script without imports. */
export async function bundleIntegration(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: {
        entry: join(ROOT, 'integrations', name, 'src/script.ts'),
        formats: ['iife'],
        name: 'byhandScript',
      },
      rollupOptions: { external: Object.keys(ON_PAGE), output: { globals: ON_PAGE } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output) || output.output.length !== 1)
    throw new Error(`integrations/${name} was not built into one file`)
  const { code } = await minify(output.output[0].code, { format: { comments: false, ascii_only: true } })
  if (code === undefined) throw new Error(`integrations/${name} was not minified`)
  return code
}

export async function buildIntegrations(): Promise<void> {
  const names = globSync('integrations/*/src/script.ts', { cwd: ROOT }).map(
    (path) => path.split('/')[1] as string,
  )
  await replaceFolder('integrations', async (folder) => {
    for (const name of names.toSorted()) {
      const code = await bundleIntegration(name)
      writeFileSync(join(folder, `${name}.js`), code)
      console.log(`integrations/${name}.js: ${code.length} bytes`)
    }
    for (const [name, archive] of Object.entries(pluginArchives())) writeFileSync(join(folder, name), archive)
    const template = join(ROOT, 'integrations/google-tag-manager/template.tpl')
    copyFileSync(template, join(folder, 'google-tag-manager.tpl'))
  })
}

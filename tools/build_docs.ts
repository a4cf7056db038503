/** Builds the docs site into dist/docs: the markdown of docs/, a search index and the API explorer. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeApiExplorer } from '../site/api_explorer_files.ts'
import { brokenSiteLinks } from '../site/built_links.ts'
import { sidebarOf } from '../site/sidebar.ts'
import { BASE, readSourcePages } from '../site/source_pages.ts'
import { moveInlineCode } from '../site/strict_pages.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')
const SITE = join(ROOT, 'site')

/** File types to compress, and the minimum size. */
const COMPRESSED = /\.(html|js|css|svg|json)$/
const COMPRESSED_BYTES = 1_024

export async function buildDocs(): Promise<void> {
  await replaceFolder('docs', async (folder) => {
    await generate(folder)
    await writeApiExplorer(folder)
    cpSync(join(ROOT, 'docs/pictures'), join(folder, 'pictures'), { recursive: true })
    moveInlineCode(folder, BASE)
    const broken = brokenSiteLinks(folder, BASE)
    if (broken.length > 0) throw new Error(`broken links:\n${broken.join('\n')}`)
    compress(folder)
    const files = globSync('**/*.*', { cwd: folder })
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    const pages = files.filter((name) => name.endsWith('.html')).length
    console.log(`docs: ${pages} pages, ${files.length} files, ${bytes} bytes`)
  })
}

async function generate(outDir: string): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1'
  process.env.NODE_ENV = 'production'
  // Vitest sets these variables, which would override the options below.
  for (const name of ['BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR', 'VITEST']) delete process.env[name]
  const [{ build }, { passthroughImageService }, { default: starlight }] = await Promise.all([
    import('astro'),
    import('astro/config'),
    import('@astrojs/starlight'),
  ])
  // Concurrent builds must not share a cache.
  const cacheDir = mkdtempSync(join(tmpdir(), 'byhand-docs-'))
  try {
    await build({
      root: SITE,
      srcDir: SITE,
      publicDir: join(SITE, 'public'),
      outDir,
      cacheDir,
      configFile: false,
      logLevel: 'error',
      base: BASE,
      trailingSlash: 'always',
      vite: { cacheDir },
      devToolbar: { enabled: false },
      image: { service: passthroughImageService() },
      integrations: [
        starlight({
          title: 'Byhand',
          logo: { src: join(SITE, 'public/favicon.svg'), alt: '' },
          description: 'Open-source, self-hosted bot detector for web visits and survey answers.',
          favicon: '/favicon.svg',
          sidebar: sidebarOf(readSourcePages(), (file) => readFileSync(join(ROOT, file), 'utf8')),
          customCss: [join(SITE, 'style.css')],
          credits: false,
          components: { Head: join(SITE, 'components/head.astro') },
        }),
      ],
    })
  } finally {
    rmSync(cacheDir, { recursive: true, force: true })
  }
}

/** A compressed copy next to each text file, which the service sends unchanged. */
function compress(folder: string): void {
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const path = join(folder, name)
    if (!COMPRESSED.test(name) || statSync(path).size < COMPRESSED_BYTES) continue
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
  }
}

/** Builds the docs site into dist/docs: the Markdown of docs/, a search index and the API explorer. */
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { apiExplorerPage, writeApiExplorer } from '../site/api_explorer.ts'
import { brokenSiteLinks } from '../site/built_links.ts'
import { llmsText } from '../site/llms.ts'
import { renderMarkdown } from '../site/markdown.ts'
import { type Assets, type Page, pageHtml } from '../site/page.ts'
import { type SearchSection, searchSections } from '../site/search_sections.ts'
import { sidebarOf } from '../site/sidebar.ts'
import { addressOf, BASE, readSourcePages } from '../site/source_pages.ts'
import { LICENSES } from './licenses.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')
const SITE = join(ROOT, 'site')

const MISSING: Page = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  html: `<p>There is no page at this address. Search for it, or start at the <a href="${BASE}">first page</a>.</p>`,
  headings: [],
}

export async function buildDocs(): Promise<void> {
  await replaceFolder('docs', async (folder) => {
    const { assets, explorer } = await bundleClient(folder)
    await writeApiExplorer(folder)
    writePages(folder, assets, apiExplorerPage(explorer))
    cpSync(join(SITE, 'public'), folder, { recursive: true })
    cpSync(join(ROOT, 'docs/pictures'), join(folder, 'pictures'), { recursive: true })
    const broken = brokenSiteLinks(folder, BASE)
    if (broken.length > 0) throw new Error(`broken links:\n${broken.join('\n')}`)
    const files = globSync('**/*.*', { cwd: folder })
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    const pages = files.filter((name) => name.endsWith('.html')).length
    console.log(`docs: ${pages} pages, ${files.length} files, ${bytes} bytes`)
  })
}

function writePages(folder: string, assets: Assets, explorer: Page): void {
  const pages = readSourcePages()
  const sidebar = sidebarOf(pages, (file) => readFileSync(join(ROOT, file), 'utf8'))
  const found: SearchSection[] = []
  const write = (name: string, page: Page) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), pageHtml(page, sidebar, assets))
  }
  for (const { file, title, description, body } of pages.values()) {
    const { html, headings, sections } = renderMarkdown(body)
    const address = addressOf(file)
    const link = `/${address.slice(BASE.length)}`
    write(`${link.slice(1)}index.html`, { title, description, link, html, headings })
    found.push(...searchSections(address, title, sections))
  }
  write('404.html', MISSING)
  write('api/index.html', explorer)
  writeFileSync(join(folder, 'search.json'), JSON.stringify(found))
  writeFileSync(join(folder, 'llms.txt'), llmsText(pages, sidebar))
}

/** The scripts and the style sheet, with a hash of their content in their names. */
async function bundleClient(outDir: string): Promise<{ assets: Assets; explorer: string }> {
  const names = ['theme.ts', 'client.ts', 'api_explorer.ts', 'style.css']
  const result = await build({
    configFile: false,
    root: SITE,
    base: BASE,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    build: {
      outDir,
      target: 'es2022',
      modulePreload: false,
      license: LICENSES,
      rollupOptions: { input: names.map((name) => join(SITE, 'client', name)) },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('the scripts of the site were not built')
  const urlOf = (isWanted: (name: string) => boolean): string => {
    const file = output.output.find(({ fileName }) => isWanted(fileName))
    if (file === undefined) throw new Error('a script of the site was not built')
    return BASE + file.fileName
  }
  const script = (name: string) => urlOf((file) => file.startsWith(`assets/${name}-`) && file.endsWith('.js'))
  return {
    assets: {
      theme: script('theme'),
      client: script('client'),
      style: urlOf((file) => file.endsWith('.css')),
    },
    explorer: script('api_explorer'),
  }
}

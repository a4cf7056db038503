/** The rules of the house, in plain words. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !path.endsWith('.d.ts'))
const PRODUCT = SOURCES.filter((path) => !/\.(test|suite)\.tsx?$/.test(path))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Which rooms a room may enter, besides itself. Data flows one way. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  browser: ['contract'],
  demo: ['contract', 'browser'],
  features: ['contract'],
  models: ['contract'],
  checks: ['contract', 'features', 'models'],
  risk: ['contract', 'features', 'checks'],
  report: ['contract', 'features', 'checks', 'risk'],
  network: ['contract'],
  store: ['contract'],
  server: ['contract', 'features', 'models', 'checks', 'risk', 'report', 'network', 'store'],
  cli: ['contract', 'features', 'models', 'checks', 'risk', 'report', 'network', 'store', 'server'],
  dashboard: ['contract'],
}

const roomOf = (path: string) => path.split('/')[1] as string

function importsOf(path: string): string[] {
  const found = read(path).matchAll(
    /^(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm,
  )
  return [...found].map((match) => (match[1] ?? match[2]) as string)
}

const localImportsOf = (path: string) =>
  importsOf(path)
    .filter((target) => target.startsWith('.'))
    .map((target) => relative(ROOT, join(ROOT, dirname(path), target)))

describe('the house', () => {
  it('has only rooms that are on the plan', () => {
    expect([...new Set(SOURCES.map(roomOf))].filter((room) => !(room in MAY_IMPORT))).toEqual([])
  })

  it('lets data flow one way', () => {
    const wrong = PRODUCT.flatMap((path) =>
      localImportsOf(path)
        .filter((target) => {
          if (!target.startsWith('src/')) return !target.endsWith('package.json')
          const from = roomOf(path)
          const to = roomOf(target)
          return from !== to && !MAY_IMPORT[from]?.includes(to)
        })
        .map((target) => `${path} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('keeps checks from knowing each other or their weights', () => {
    const wrong = PRODUCT.filter((path) => /^src\/checks\/(biometric|device)\//.test(path)).flatMap((path) =>
      localImportsOf(path)
        .filter((target) => /^src\/(checks\/(biometric|device)|risk)\//.test(target))
        .map((target) => `${path} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('loads the text models on threads of their own, never where requests are answered', () => {
    const reached = new Set<string>()
    const follow = (path: string): void => {
      if (reached.has(path) || !path.endsWith('.ts')) return
      reached.add(path)
      for (const [, target] of read(path).matchAll(/^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm)) {
        follow(relative(ROOT, join(ROOT, dirname(path), target as string)))
      }
    }
    follow('src/server/main.ts')
    expect(reached.size).toBeGreaterThan(100)
    expect([...reached].filter((path) => /^src\/models\/text\/|\/language\.ts$/.test(path))).toEqual([])
  })

  it('reads no clock, chance, environment or network in pure rooms', () => {
    const impure =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.|\bfetch\(|\bperformance\.now\(|from 'node:(fs|net|http|crypto|worker_threads)/
    const pure = ['contract', 'features', 'checks', 'risk', 'report']
    expect(PRODUCT.filter((path) => pure.includes(roomOf(path)) && impure.test(read(path)))).toEqual([])
  })

  it('reads the environment in one file', () => {
    const readers = PRODUCT.filter((path) => /\bprocess\.env\b/.test(read(path)))
    expect(readers.filter((path) => path !== 'src/server/config.ts')).toEqual([])
  })

  it('gives every file one concept and a name that says which', () => {
    const vague = /(^|\/|_)(utils?|helpers?|common|misc|manager|shared)(\.|_|\/)/
    expect(SOURCES.filter((path) => vague.test(path))).toEqual([])
    // The words of the pages stand in one file, however many they are.
    const long = PRODUCT.filter((path) => read(path).split('\n').length > 301)
    expect(long.filter((path) => path !== 'src/dashboard/texts.ts')).toEqual([])
  })

  it('writes nothing of the place it was built in', () => {
    const strays = /(^|[^\w.-])\/(work|farm)\/|registry\.npmjs\.org|deb\.debian\.org/
    const files = globSync('{src,test,docs,bench,lab,tools,examples}/**/*.{ts,tsx,md,json,html,js}', {
      cwd: ROOT,
    }).filter((path) => !path.includes('node_modules') && path !== 'test/house.test.ts')
    expect(files.filter((path) => strays.test(read(path)))).toEqual([])
    // The lab's own dependencies are walked past, which takes a while on a busy machine.
  }, 60_000)
})

describe('session checks', () => {
  const files = PRODUCT.filter((path) => /^src\/checks\/(biometric|device)\/\w+\.ts$/.test(path))

  it.each(files)('%s has a test beside it and a page', (path) => {
    const name = path.replace(/^.*\/(\w+)\.ts$/, '$1')
    expect(globSync(path.replace(/\.ts$/, '.test.ts'), { cwd: ROOT })).toHaveLength(1)
    const page = read(`docs/reference/checks/${name}.md`)
    for (const heading of [
      'What it means',
      'Evidence it needs',
      'How it decides',
      'Whom it must not accuse',
      'Known limits',
      'Measured',
    ]) {
      expect(page).toMatch(new RegExp(`^## ${heading}`, 'm'))
    }
  })
})

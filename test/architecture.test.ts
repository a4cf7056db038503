/** Enforces the rules of docs/explanation/architecture.md on imports and names. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXTENSIONS as SCRIPTS } from '../extensions/scripts.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../src/contract/checks.ts'
import { SURVEY_CHECK_ENTRIES, SURVEY_CHECKS_OF, SURVEY_CHECKS_V021 } from '../src/contract/survey_checks.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !path.endsWith('.d.ts'))
const isProduct = (path: string) => !/\.test\.tsx?$|^extensions\/\w+\/test\//.test(path)
const PRODUCT = SOURCES.filter(isProduct)
const EXTENSIONS = globSync('extensions/**/*.{ts,tsx}', { cwd: ROOT }).filter(isProduct)
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The folders under src that each folder may import, in addition to itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  browser: ['contract'],
  demo: ['contract', 'browser', 'dashboard'],
  features: ['contract'],
  models: ['contract'],
  checks: ['contract', 'features', 'models'],
  risk: ['contract', 'features', 'checks'],
  report: ['contract', 'features', 'checks', 'risk'],
  network: ['contract'],
  store: ['contract'],
  server: ['contract', 'features', 'models', 'checks', 'risk', 'report', 'network', 'store'],
  cli: ['contract', 'features', 'models', 'checks', 'risk', 'report', 'network', 'store', 'server'],
  dashboard: ['contract', 'browser'],
}

/** The folders of the server that all others build on. */
const GROUND = [
  'addresses',
  'telemetry',
  'limits',
  'workers',
  'files',
  'config',
  'workspace',
  'audit',
  'http',
] as const

/** The folders that each folder of the server may import. In order: a folder imports only folders above it. */
const SERVER_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  addresses: [],
  telemetry: [],
  limits: [],
  workers: ['limits'],
  files: [],
  config: ['addresses', 'telemetry', 'limits'],
  clock: ['telemetry', 'config'],
  workspace: ['addresses'],
  audit: ['workspace'],
  http: ['addresses', 'telemetry', 'limits', 'config', 'workspace', 'audit'],
  test_mode: [...GROUND],
  account: [...GROUND, 'test_mode'],
  collect: [...GROUND],
  scoring: [...GROUND],
  signed_results: [...GROUND, 'collect', 'scoring'],
  settings: [...GROUND, 'scoring'],
  survey: [...GROUND],
  sessions: [...GROUND, 'collect', 'scoring', 'signed_results', 'survey'],
  webhooks: [...GROUND, 'scoring', 'signed_results', 'survey'],
  privacy: [...GROUND, 'clock', 'collect', 'test_mode', 'scoring', 'signed_results', 'settings', 'survey'],
  demo: [...GROUND, 'test_mode', 'survey', 'privacy'],
  boot: [
    ...GROUND,
    'clock',
    'test_mode',
    'account',
    'collect',
    'scoring',
    'signed_results',
    'settings',
    'survey',
    'sessions',
    'webhooks',
    'privacy',
    'demo',
  ],
}

/** The folders that a survey request passes, in order: a folder imports none after it. */
const SURVEY_PATH = ['request', 'check', 'duplicates', 'result', 'again', 'review']

/** `services.ts` names the types of all services, and runs nothing. */
const SERVICES = 'src/server/services.ts'

/** It names the types of what extensions add, and runs nothing. */
const HOOKS = 'src/extension.ts'

/** The lists of extensions: the folder of the program that each extends, and the only files that import it. */
const EXTENSION_LISTS: Readonly<Record<string, { readonly extends: string; readonly from: RegExp }>> = {
  'extensions/service.ts': { extends: 'server', from: /^src\/server\/boot\// },
  'extensions/commands.ts': { extends: 'cli', from: /^src\/cli\/program\.ts$/ },
  'extensions/settings.ts': { extends: 'contract', from: /^src\/(contract\/dashboard|server\/settings)\// },
  'extensions/scripts.ts': { extends: 'browser', from: /^tools\/build_browser\.ts$/ },
  'extensions/dashboard.ts': { extends: 'dashboard', from: /^src\/dashboard\/app\.tsx$/ },
}

/** Files that refer to one particular check. A new check never needs to be listed here. */
const NAMED_ELSEWHERE: Readonly<Record<string, readonly SessionCheckName[]>> = {
  'src/contract/evidence.ts': ['agent_behavior'],
  'src/models/agent_behavior/weights.json': ['agent_behavior'],
  // The fingerprint of a survey response has a field of this name.
  'src/contract/survey.ts': ['virtual_machine'],
  'src/dashboard/texts.ts': ['virtual_machine'],
  'src/server/survey/documentation.ts': ['virtual_machine'],
  'src/server/survey/check/fingerprint.ts': ['virtual_machine'],
  // Typical text of stored reports, for the compressor.
  'src/store/values/dictionary.ts': [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS],
  'src/server/sessions/examples.ts': [
    'programmatic_typing',
    'external_input',
    'jump_scrolling',
    'location_spoofing',
    'no_corrections',
  ],
}

const withoutCommentsAndImports = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/^import .*$|from '.*'/gm, '')

/** The list of survey checks, which runs them. */
const SURVEY_ENTRY = 'src/checks/survey/analyze.ts'
const SURVEY_CHECK_FILES = SURVEY_CHECK_ENTRIES.map(({ file }) => `src/checks/survey/${file}.ts`)

const folderOf = (path: string, depth = 1) => path.split('/')[depth] as string

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

const arrows = (paths: readonly string[]) =>
  paths.flatMap((path) => localImportsOf(path).map((target) => ({ path, target })))

/** Files of extensions that a file imports, also through others. */
function reachedFrom(path: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(path) || !EXTENSIONS.includes(path)) return reached
  reached.add(path)
  for (const target of localImportsOf(path)) reachedFrom(target, reached)
  return reached
}

/** All files of a list of extensions. */
function filesOf(list: string): ReadonlySet<string> {
  const reached = new Set(reachedFrom(list))
  // The build starts from the sources of scripts.
  if (list === 'extensions/scripts.ts')
    for (const { entry } of SCRIPTS.flatMap((one) => Object.values(one))) reachedFrom(entry, reached)
  return reached
}

const extensionOf = (path: string) => /^extensions\/(\w+)\//.exec(path)?.[1]
const written = ({ path, target }: { path: string; target: string }) => `${path} -> ${target}`

/** The rows of a table of the page, as cells. */
function tableUnder(heading: string): string[][] {
  const section =
    read('docs/explanation/architecture.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('| ') || line.startsWith('|-'))
  return rows.map((row) => row.slice(2, -2).split(' | '))
}

const nameIn = ([cell = '']: readonly string[]) => cell.replaceAll('`', '')

/** The folders that the last cell of a row names. */
function namedIn(row: readonly string[]): string[] {
  const cell = row.at(-1) ?? ''
  if (cell === '-') return []
  const [, others] = /^all except (.*)$/.exec(cell) ?? []
  if (others === undefined) return cell.split(', ')
  const left = [nameIn(row), ...others.split(', ')]
  return Object.keys(MAY_IMPORT).filter((name) => !left.includes(name))
}

describe('the page about the architecture', () => {
  it('lists the modules and what they may import', () => {
    const modules = tableUnder('Modules under `src/`').map((row) => [nameIn(row), namedIn(row).toSorted()])
    expect(Object.fromEntries(modules)).toEqual(
      Object.fromEntries(Object.entries(MAY_IMPORT).map(([name, others]) => [name, others.toSorted()])),
    )
  })

  it('lists the folders of the server in order', () => {
    expect(tableUnder('Folders of the server').map(nameIn)).toEqual(Object.keys(SERVER_MAY_IMPORT))
  })

  it('lists the extensions', () => {
    const folders = EXTENSIONS.flatMap((path) => extensionOf(path) ?? [])
    expect(tableUnder('Extensions').map(nameIn)).toEqual([...new Set(folders)].toSorted())
  })
})

describe('the architecture', () => {
  it('has only folders that are listed', () => {
    expect(
      [...new Set(SOURCES.filter((path) => path !== HOOKS).map((path) => folderOf(path)))].filter(
        (folder) => !(folder in MAY_IMPORT),
      ),
    ).toEqual([])
    const inServer = SOURCES.filter((path) => path.startsWith('src/server/') && path !== SERVICES)
    expect(
      [...new Set(inServer.map((path) => folderOf(path, 2)))].filter(
        (folder) => !(folder in SERVER_MAY_IMPORT),
      ),
    ).toEqual([])
  })

  it('allows imports in one direction only', () => {
    const wrong = arrows(PRODUCT).filter(({ path, target }) => {
      if (path === HOOKS || target === HOOKS) return false
      if (target in EXTENSION_LISTS) return !EXTENSION_LISTS[target]?.from.test(path)
      if (!target.startsWith('src/')) return !target.endsWith('package.json')
      const [from, to] = [folderOf(path), folderOf(target)]
      return from !== to && !MAY_IMPORT[from]?.includes(to)
    })
    expect(wrong.map(written)).toEqual([])
  })

  it('allows imports in one direction only inside the server', () => {
    const inside = arrows(PRODUCT).filter(
      ({ path, target }) =>
        path.startsWith('src/server/') &&
        target.startsWith('src/server/') &&
        ![path, target].includes(SERVICES),
    )
    expect(inside.length).toBeGreaterThan(300)
    const wrong = inside.filter(({ path, target }) => {
      const [from, to] = [folderOf(path, 2), folderOf(target, 2)]
      return from !== to && !SERVER_MAY_IMPORT[from]?.includes(to)
    })
    expect(wrong.map(written)).toEqual([])
  })

  it('has a path of survey requests that only looks back', () => {
    const inside = arrows(PRODUCT).filter((arrow) =>
      [arrow.path, arrow.target].every((path) => path.startsWith('src/server/survey/')),
    )
    const place = (path: string) => SURVEY_PATH.indexOf(folderOf(path, 3))
    const wrong = inside.filter(({ path, target }) => place(path) >= 0 && place(target) > place(path))
    expect(wrong.map(written)).toEqual([])
    expect(new Set(inside.map(({ path }) => place(path))).size).toBe(SURVEY_PATH.length + 1)
  })

  it('lets an extension import only itself and what its program may', () => {
    const wrong = Object.entries(EXTENSION_LISTS).flatMap(([list, program]) => {
      const allowed = [program.extends, ...(MAY_IMPORT[program.extends] ?? [])]
      const inside = EXTENSIONS.filter((path) => filesOf(list).has(path))
      expect(inside).toContain(list)
      return arrows(inside).filter(({ path, target }) => {
        if (target === HOOKS) return false
        if (target.startsWith('src/')) return !allowed.includes(folderOf(target))
        const isOwn = target.startsWith(`${dirname(path)}/`) || extensionOf(target) === extensionOf(path)
        return path === list ? !isOwn : !isOwn || target in EXTENSION_LISTS
      })
    })
    expect(wrong.map(written)).toEqual([])
  })

  it('has no file of an extension that no program uses', () => {
    const used = new Set(Object.keys(EXTENSION_LISTS).flatMap((list) => [...filesOf(list)]))
    expect(EXTENSIONS.filter((path) => !used.has(path))).toEqual([])
  })

  it('has hooks for extensions that run nothing', () => {
    expect(importsOf(HOOKS).length).toBeGreaterThan(3)
    expect(read(HOOKS)).not.toMatch(/^import (?!type )/m)
  })

  it('has no files that import each other in a circle, not even types', () => {
    const imports = new Map([...PRODUCT, ...EXTENSIONS].map((path) => [path, localImportsOf(path)]))
    const cleared = new Set<string>()
    const circles: string[] = []
    const follow = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '))
      else if (!cleared.has(path))
        for (const target of imports.get(path) ?? []) follow(target, [...way, path])
      cleared.add(path)
    }
    for (const path of imports.keys()) follow(path, [])
    expect(circles).toEqual([])
  })

  it('has an order of the folders of the server', () => {
    const order = Object.keys(SERVER_MAY_IMPORT)
    const wrong = Object.entries(SERVER_MAY_IMPORT).flatMap(([folder, others]) =>
      others
        .filter((other) => order.indexOf(other) >= order.indexOf(folder))
        .map((other) => `${folder} -> ${other}`),
    )
    expect(wrong).toEqual([])
    expect(importsOf(SERVICES).length).toBeGreaterThan(5)
    expect(read(SERVICES)).not.toMatch(/^import (?!type )/m)
  })

  it('keeps survey checks independent of each other', () => {
    const wrong = arrows(SURVEY_CHECK_FILES).filter(({ target }) =>
      [...SURVEY_CHECK_FILES, SURVEY_ENTRY].includes(target),
    )
    expect(wrong.map(written)).toEqual([])
  })

  it('uses every dependency', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'))
    const code = globSync(
      '{src,extensions,test,research,tools,site,clients,integrations}/**/*.{ts,tsx,js,html,css}',
      {
        cwd: ROOT,
      },
    )
      .filter((path) => !path.includes('node_modules'))
      .map(read)
      .join('\n')
    const unused = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !name.startsWith('@types/') && !new RegExp(`['"/]${name}[/'"]`).test(code),
    )
    expect(unused).toEqual([])
  })

  it('keeps checks independent of each other and of their weights', () => {
    const wrong = PRODUCT.filter((path) => /^src\/checks\/(biometric|device)\//.test(path)).flatMap((path) =>
      localImportsOf(path)
        .filter((target) => /^src\/(checks\/(biometric|device)|risk)\//.test(target))
        .map((target) => `${path} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('loads the text models only on worker threads', () => {
    const reached = new Set<string>()
    const follow = (path: string): void => {
      if (reached.has(path) || !path.endsWith('.ts')) return
      reached.add(path)
      for (const [, target] of read(path).matchAll(/^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm)) {
        follow(relative(ROOT, join(ROOT, dirname(path), target as string)))
      }
    }
    // The main thread loads the second while threads open the store.
    for (const file of ['main.ts', 'open_service.ts']) follow(`src/server/boot/${file}`)
    expect(reached.size).toBeGreaterThan(100)
    expect([...reached].filter((path) => /^src\/models\/text\/|\/language\.ts$/.test(path))).toEqual([])
  })

  it('uses no clock, randomness, environment or network in pure folders', () => {
    const impure =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.|\bfetch\(|\bperformance\.now\(|from 'node:(fs|net|http|crypto|worker_threads)/
    const pure = ['contract', 'features', 'checks', 'risk', 'report']
    expect(PRODUCT.filter((path) => pure.includes(folderOf(path)) && impure.test(read(path)))).toEqual([])
  })

  it('lets commands write to the store by operations, or as the data of sessions and surveys', () => {
    const opening = PRODUCT.filter((path) => path.startsWith('src/cli/')).filter((path) =>
      /\b(openStore|withWritableStore)\b/.test(read(path)),
    )
    expect(opening.toSorted()).toEqual([
      // Reads it as it is, without a migration.
      'src/cli/doctor/store.ts',
      'src/cli/open.ts',
      'src/cli/operations/api.ts',
      'src/cli/rescore.ts',
      'src/cli/survey/open_store_analyzer.ts',
    ])
  })

  it('reads the environment in one file', () => {
    const readers = [...PRODUCT, ...EXTENSIONS].filter((path) => /\bprocess\.env\b/.test(read(path)))
    expect(readers.filter((path) => path !== 'src/server/config/config.ts')).toEqual([])
  })

  it('has no files named after nothing in particular', () => {
    const vague = /(^|\/|_)(utils?|helpers?|common|misc|manager|shared)(\.|_|\/)/
    expect([...SOURCES, ...EXTENSIONS].filter((path) => vague.test(path))).toEqual([])
  })

  it('contains no path or host of the build machine', () => {
    const strays = /(^|[^\w.-])\/(work|farm)\/|registry\.npmjs\.org|deb\.debian\.org/
    const files = globSync(
      '{src,extensions,test,docs,site,research,tools,clients,integrations,examples}/**/*.{ts,tsx,md,json,html,js}',
      {
        cwd: ROOT,
      },
    ).filter((path) => !path.includes('node_modules') && path !== 'test/architecture.test.ts')
    expect(files.filter((path) => strays.test(read(path)))).toEqual([])
    // Skipping the lab's dependencies is slow on a busy machine.
  }, 60_000)
})

/** Checks that only v012 has share a page. */
const pageOf = ({ name, file }: { name: string; file: string }): string =>
  SURVEY_CHECK_ENTRIES.some((entry) => entry.name === name) && !SURVEY_CHECKS_V021.some((one) => one === name)
    ? `v012.md#${name.toLowerCase().replace(':', '').replaceAll(' ', '-')}`
    : `${file}.md`

describe('checks', () => {
  const sessionFiles = PRODUCT.filter((path) => /^src\/checks\/(biometric|device)\/\w+\.ts$/.test(path))

  it('of sessions have one file each', () => {
    const expected = [
      ...BIOMETRIC_CHECKS.map((name) => `src/checks/biometric/${name}.ts`),
      ...DEVICE_CHECKS.map((name) => `src/checks/device/${name}.ts`),
    ]
    expect(sessionFiles.toSorted()).toEqual(expected.toSorted())
  })

  it.each(SURVEY_CHECK_ENTRIES)('$name has its file and its row in the docs', (entry) => {
    const { name, label, file, kind, weight } = entry
    expect(read(`src/checks/survey/${file}.ts`)).toContain(`\n  name: '${name}',\n`)
    const versions = (['v021', 'v012'] as const).filter((one) => SURVEY_CHECKS_OF[one].includes(name))
    const row = `| [${name}](${pageOf(entry)}) | ${label} | ${versions.join(', ')} | ${kind} | ${weight} | `
    expect(read('docs/reference/checks/index.md')).toContain(row)
  })

  it.each([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS])(
    '%s is named only in the files that register a check',
    (name) => {
      // A name of one word, such as `bot`, also occurs as an ordinary word.
      if (!name.includes('_')) return
      const named = new RegExp(`\\b${name}\\b`)
      const places = globSync('src/**/*.{ts,tsx,json}', { cwd: ROOT }).filter(
        (path) => !/\.test\.tsx?$/.test(path) && named.test(withoutCommentsAndImports(read(path))),
      )
      const allowed = [
        `src/checks/biometric/${name}.ts`,
        `src/checks/device/${name}.ts`,
        'src/contract/checks.ts',
        'src/risk/weights.json',
      ]
      expect(
        places.filter((path) => !allowed.includes(path) && !NAMED_ELSEWHERE[path]?.includes(name)),
      ).toEqual([])
    },
  )

  it.each([...sessionFiles, ...SURVEY_CHECK_FILES])('%s has a test and a docs page', (path) => {
    const name = path.replace(/^.*\/(\w+)\.ts$/, '$1')
    expect(globSync(path.replace(/\.ts$/, '.test.ts'), { cwd: ROOT })).toHaveLength(1)
    const entry = SURVEY_CHECK_ENTRIES.find(({ file }) => path === `src/checks/survey/${file}.ts`)
    const [page = '', heading] = pageOf(entry ?? { name, file: name }).split('#')
    const text = read(`docs/reference/checks/${page}`)
    if (heading !== undefined) expect(text).toContain(`\n## ${entry?.name}\n`)
  })
})

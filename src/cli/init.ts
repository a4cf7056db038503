/** `byhand init`: writes the setup lines of a framework into the project in the current folder. */
import { globSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { access, constants, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { IssuedKey, KeyList } from '../contract/dashboard/keys.ts'
import { fillIn, PAGE_PATHS, type SetupStep, type SetupValues } from '../contract/setup_lines.ts'
import { baseUrl } from '../server/addresses/base_url.ts'
import { readConfig } from '../server/config/config.ts'
import { modulePath } from '../server/http/script_file.ts'
import { findWorkspace, type ReadableKeys, workspaceOption } from './find_workspace.ts'
import { diff } from './init/diff.ts'
import {
  detectFrameworks,
  type Edit,
  editsFor,
  type Files,
  FRAMEWORKS,
  type Framework,
  NotUnderstood,
} from './init/edits.ts'
import { readSetupSteps } from './init/setup_pages.ts'
import { withoutTypes } from './init/without_types.ts'
import { withOperations } from './operations/api.ts'
import { serviceUrl } from './service_url.ts'
import { CommandError, type Terminal } from './terminal.ts'

interface Options {
  readonly framework?: Framework
  readonly url?: string
  readonly siteKey?: string
  readonly workspace?: string
  readonly yes?: boolean
}

/** Larger files are not written by hand. */
const MAX_BYTES = 200_000
const SOURCES = '{*,{app,pages,public,server,src,views}/**/*}.{astro,html,js,cjs,mjs,ts,jsx,tsx,vue,json}'
const SKIPPED = /(^|\/)(node_modules|dist|build|out|coverage|\.[^/]+)\//

export function initCommand(terminal: Terminal): Command {
  return new Command('init')
    .description('add Byhand to the project in this folder; shows the changes and asks before it writes them')
    .addOption(
      new Option('--framework <name>', 'default: detected from package.json').choices([...FRAMEWORKS]),
    )
    .option('--url <url>', 'URL of the service; default: from the configuration', serviceUrl)
    .option('--site-key <key>', 'site key; default: that of the local database, or a new one', asSiteKey)
    .addOption(workspaceOption())
    .option('--yes', 'write without asking')
    .addHelpText(
      'after',
      `
Examples:
  byhand init
  byhand init --framework express --url https://byhand.example.org --site-key bh_pk_... --yes`,
    )
    .action(async (options: Options) => init(terminal, process.cwd(), options))
}

async function init(terminal: Terminal, folder: string, options: Options): Promise<void> {
  const { files, leftAlone } = readProject(folder)
  const framework = options.framework ?? (await chooseFramework(detected(files)))
  const values = await valuesOf(options, terminal)
  const forProject = files.has('tsconfig.json') ? String : withoutTypes
  const steps = (readSetupSteps()[framework] ?? []).map(({ text, code }) => ({
    text,
    code: forProject(fillIn(code, values)),
  }))
  const skipped =
    leftAlone.length === 0
      ? ''
      : ` Not read, because of their encoding or line ends: ${leftAlone.join(', ')}.`
  let edits: readonly Edit[]
  try {
    edits = editsFor(framework, files, steps)
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    terminal.out(asText(steps))
    throw new CommandError(`${error.message} Nothing was written. Paste the lines above.${skipped}`)
  }
  if (edits.length === 0) return terminal.out('Byhand is already in this project. Nothing was changed.')
  terminal.out(edits.map(({ path, before, after }) => diff(path, before, after)).join('\n'))
  if (!options.yes && !(await isConfirmed())) {
    throw new CommandError('Nothing was written. To write without a question, use --yes.')
  }
  await write(folder, edits)
  terminal.out(`\nWritten: ${edits.map(({ path }) => path).join(', ')}.${skipped}`)
  const left = steps.filter(({ code }) => !isWritten(code, edits))
  if (left.length > 0) terminal.out(`\nNext:\n\n${asText(left)}`)
}

interface Project {
  readonly files: Files
  /** Files that cannot be written back as they are: not in UTF-8, or with two kinds of line ends. */
  readonly leftAlone: readonly string[]
}

/** The text files of the folder that a person writes. */
function readProject(folder: string): Project {
  const root = realpathSync(folder) + sep
  const paths = globSync(SOURCES, { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !SKIPPED.test(path) && isOwnFile(root, join(folder, path)))
    .toSorted()
  const read = paths.map((path) => [path, textOf(readFileSync(join(folder, path)))] as const)
  return {
    files: new Map(read.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]]))),
    leftAlone: read.flatMap(([path, text]) => (text === undefined ? [path] : [])),
  }
}

/** A link may lead out of the project. */
function isOwnFile(root: string, path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MAX_BYTES && realpathSync(path).startsWith(root)
}

/** With line feeds; undefined if it cannot be written back as it is. */
function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const withFeeds = text.replaceAll('\r\n', '\n')
    const isMixed = withFeeds !== text && withFeeds.replaceAll('\n', '\r\n') !== text
    return isMixed ? undefined : withFeeds
  } catch {
    return undefined
  }
}

function detected(files: Files): readonly Framework[] {
  try {
    return detectFrameworks(files)
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    throw new CommandError(`${error.message} Nothing was written.`)
  }
}

async function chooseFramework(found: readonly Framework[]): Promise<Framework> {
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const choices: readonly Framework[] = found.length === 0 ? FRAMEWORKS : found
  const answer = await ask(`Which framework (${choices.join(', ')})? `)
  const chosen = FRAMEWORKS.find((name) => name === answer)
  if (chosen !== undefined) return chosen
  const reason = found.length === 0 ? 'No known framework was found' : 'Several frameworks were found'
  throw new CommandError(
    `${reason}. Choose one with --framework: ${choices.join(', ')}. Nothing was written.`,
  )
}

/** From the options, or from the configuration and the database of the local service. */
async function valuesOf({ url, siteKey, workspace }: Options, terminal: Terminal): Promise<SetupValues> {
  if (url !== undefined && siteKey !== undefined) return { url, siteKey, ...PAGE_PATHS }
  const config = readConfig()
  try {
    return {
      url: url ?? baseUrl(config.publicUrl ?? `http://127.0.0.1:${config.port}`),
      script_path: `/${config.scriptFile}`,
      module_path: modulePath(config.scriptFile),
      ingest_path: config.ingestPath,
      siteKey: siteKey ?? (await localSiteKey(terminal, workspace)),
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`${error.message} Or use --url and --site-key.`)
  }
}

function localSiteKey(terminal: Terminal, named: string | undefined): Promise<string> {
  const workspace = async (keys: ReadableKeys) => (await findWorkspace(keys, named)).id
  return withOperations({ command: 'init', terminal, workspace }, async ({ json }) => {
    const { items } = await json<KeyList>('listKeys')
    const live = items.filter(
      ({ state, mode }) => mode === 'live' && (state === 'live' || state === 'ending'),
    )
    const found = live.flatMap(({ site_key }) => site_key ?? [])
    const [only] = found
    if (found.length > 1) throw new CommandError(`There are several site keys: ${found.join(', ')}.`)
    return only ?? (await json<IssuedKey>('createKey', { kind: 'site', name: 'init' })).secret
  })
}

/** Undefined without a terminal. */
async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question)).trim().toLowerCase()
  } finally {
    lines.close()
  }
}

const isConfirmed = async (): Promise<boolean> =>
  /^y(es)?$/.test((await ask('Write these changes (y/N)? ')) ?? '')

/** All files or none, as far as permissions can tell. */
async function write(folder: string, edits: readonly Edit[]): Promise<void> {
  for (const { path } of edits) {
    await access(join(folder, path), constants.W_OK).catch(() => {
      throw new CommandError(`${path} cannot be written. Nothing was written.`)
    })
  }
  for (const { path, after } of edits) {
    const file = join(folder, path)
    const hasReturns = readFileSync(file, 'utf8').includes('\r\n')
    await writeFile(file, hasReturns ? after.replaceAll('\n', '\r\n') : after)
  }
}

/**
 * Now or by an earlier run. The first line says which block it is; in CommonJS, imports become other lines. An application
 * may have had a line of a block before, such as the parser of forms.
 */
function isWritten(code: string, edits: readonly Edit[]): boolean {
  const lines = code.split('\n')
  const telling = [lines[0], lines.find((line) => line !== '' && !line.startsWith('import '))]
  return edits.some(({ before, after }) =>
    telling.some(
      (line) => line !== undefined && after.includes(line) && (before === after || !before.includes(line)),
    ),
  )
}

const asText = (steps: readonly SetupStep[]): string =>
  steps.map(({ text, code }) => `${text}\n\n${code.replaceAll(/^(?=.)/gm, '    ')}`).join('\n\n')

function asSiteKey(text: string): string {
  if (/^bh_pk_\w+$/.test(text)) return text
  throw new InvalidArgumentError(
    'A site key begins with bh_pk_. Never put a secret key (bh_sk_) into a page.',
  )
}

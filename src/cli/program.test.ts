/** A command works on stored data by operations, which validate and record it. The others are listed with a reason. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { operationOfCommand } from './operations/named.ts'
import { loadAll } from './program.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = ['src/cli/**/*.ts', 'extensions/*/{*_,}command{s,}.ts']

/** Files that open a store, or parts that work on one. */
const OPENS_A_STORE: Readonly<Record<string, string>> = {
  'backup.ts': 'copies or fills a whole store, with its audit log',
  'doctor/durability.ts': 'reads settings of database servers',
  'doctor/store.ts': 'reads',
  'doctor/workers.ts': 'reads',
  'export.ts': 'reads whether there is data',
  'link.ts': 'reads keys, and creates the secret of links as the service does',
  'migrate.ts': 'changes no data',
  'open.ts': 'for the others',
  'operations/api.ts': 'for operations',
  'record.ts': 'has a store of its own, which it deletes',
  'rescore.ts': 'computes outdated reports, as the service does',
  'serve.ts': 'is the service',
  'survey/open_store_analyzer.ts': 'analyzes responses, as the service does for programs',
  'with_scoring.ts': 'for rescore.ts',
}

/** Commands that call no operation. */
const OTHERS: readonly string[] = [
  ...['serve', 'migrate', 'backup', 'restore', 'export sessions', 'rescore', 'doctor', 'init'],
  ...['verify', 'survey check', 'survey columns', 'link', 'qualtrics', 'record'],
  ...['network update', 'network status', 'network lookup', 'version', 'call'],
]

const OPENS =
  /^import (?!type ).*(store\/(open|restore|postgres|sqlite)|\.\/open\.|boot\/(start|serve|local_(api|services))|scoring\/scoring|audit_log|\/managed_)/m

/** The commands that do something, with their names. */
function namesOf(command: Command, parent = ''): [string, Command][] {
  const name = `${parent} ${command.name()}`.trim()
  const below = command.commands.flatMap((one) => namesOf(one, name))
  const isGroup = below.length > 0 && command.registeredArguments.length + command.options.length === 0
  return isGroup ? below : [[name, command], ...below]
}

describe('the command line', () => {
  it('reaches a store by operations, except in files with a reason', () => {
    const files = globSync(FILES, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(60)
    const opening = files.filter((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
        .replace(/^import \{[^}]*\}/gm, (names) => names.replaceAll(/\s+/g, ' '))
        // It reads a URL.
        .replace(/^import \{ isPostgres \} .*$/gm, '')
      return OPENS.test(source)
    })
    const expected = Object.keys(OPENS_A_STORE).map((file) => `src/cli/${file}`)
    expect(opening.toSorted()).toEqual(expected.toSorted())
  })

  it('calls an operation with every command, except those that are listed', async () => {
    const terminal = { out: () => {}, write: async () => {}, note: () => {}, isScreen: false }
    const { commands } = await loadAll(terminal)
    const all = commands.flatMap((command) => namesOf(command))
    expect(all.length).toBeGreaterThan(100)
    const without = all.filter(([, command]) => operationOfCommand(command) === undefined)
    expect(without.map(([name]) => name).toSorted()).toEqual(OTHERS.toSorted())
  })
})

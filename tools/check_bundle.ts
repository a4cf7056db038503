/**
 * A bundler can succeed and still write code that does not parse. V8 therefore parses a new bundle before it replaces the
 * served one.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Reads `{ path, isModule }` rows on standard input and prints the first file that V8 cannot parse. */
const PARSER = `
  const vm = require('node:vm'), fs = require('node:fs')
  for (const { path, isModule } of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    const code = fs.readFileSync(path, 'utf8')
    try {
      if (isModule) new vm.SourceTextModule(code)
      else new vm.Script(code)
    } catch (error) {
      console.log(path + ': ' + error.message)
      process.exit(0)
    }
  }`

/** Throws a one-sentence error if a script in the folder does not parse. `modules`: .js files are modules too. */
export function checkBundle(folder: string, { modules }: { readonly modules: boolean }): void {
  const files = globSync('**/*.{js,mjs}', { cwd: folder }).map((name) => ({
    path: join(folder, name),
    isModule: modules || name.endsWith('.mjs'),
  }))
  if (files.length === 0) throw new Error('no script was written')
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', '-e', PARSER],
    { input: JSON.stringify(files), encoding: 'utf8' },
  )
  if (status !== 0) throw new Error('the written scripts could not be parsed')
  if (stdout !== '')
    throw new Error(`a written script does not parse: ${stdout.trim().slice(folder.length + 1)}`)
}

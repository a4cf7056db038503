/** The container image is built from the files that .dockerignore does not exclude. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** `path` and every file of the repository that it imports. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  if (!path.endsWith('.ts')) return found
  const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g)
  for (const [, plain, dynamic] of imports)
    withImports(join(dirname(path), (plain ?? dynamic) as string), found)
  return found
}

it('contains every folder that the build reads', () => {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const included = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const files = [...withImports(join(ROOT, 'tools/build.ts'))]
  const folders = new Set(files.map((file) => relative(ROOT, file).split(sep)[0]))
  expect(included).toEqual(expect.arrayContaining([...folders]))
  expect([...folders]).toEqual(expect.arrayContaining(['tools', 'src', 'research', 'site']))
  // The build lists their files instead of importing them.
  expect(included).toEqual(expect.arrayContaining(['clients', 'integrations', 'examples']))
})

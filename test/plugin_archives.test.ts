/** The archives of the plugins. Their behavior needs the platforms: `npm run test:limesurvey`, `npm run test:integrations`. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pluginArchives } from '../tools/plugin_archives.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = { 'limesurvey.zip': 'limesurvey/Byhand', 'wordpress.zip': 'wordpress/byhand' }

it('have the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const text = (path: string) => readFileSync(join(ROOT, 'integrations', path), 'utf8')
  expect(text('limesurvey/Byhand/config.xml')).toContain(`<version>${version}</version>`)
  expect(text('wordpress/byhand/byhand.php')).toContain(`Version:           ${version}`)
  expect(text('wordpress/byhand/byhand.php')).toContain(`BYHAND_VERSION = '${version}'`)
  expect(text('wordpress/byhand/readme.txt')).toContain(`Stable tag: ${version}`)
})

it.each(Object.entries(FOLDERS))('%s unpacks into the folder of the plugin', (file, folder) => {
  const source = join(ROOT, 'integrations', folder)
  const scratch = mkdtempSync(join(tmpdir(), 'byhand-zip-'))
  try {
    writeFileSync(join(scratch, 'plugin.zip'), pluginArchives()[file] as Buffer)
    execFileSync('python3', ['-m', 'zipfile', '-e', 'plugin.zip', '.'], { cwd: scratch })
    const files = (from: string) => globSync('**/*.*', { cwd: from }).toSorted()
    const unpacked = join(scratch, folder.split('/')[1] as string)
    expect(files(unpacked)).toEqual(files(source))
    expect(files(source).length).toBeGreaterThan(2)
    for (const name of files(source))
      expect(readFileSync(join(unpacked, name))).toEqual(readFileSync(join(source, name)))
  } finally {
    rmSync(scratch, { recursive: true })
  }
})

/** The archive of the LimeSurvey plugin. Its behavior needs a LimeSurvey: `npm run test:limesurvey`. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { zipLimeSurveyPlugin } from '../tools/limesurvey_plugin.ts'

const ROOT = join(import.meta.dirname, '..')
const PLUGIN = join(ROOT, 'integrations/limesurvey/Byhand')

it('has the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(readFileSync(join(PLUGIN, 'config.xml'), 'utf8')).toContain(`<version>${version}</version>`)
})

it('unpacks into the folder of the plugin', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'byhand-zip-'))
  try {
    writeFileSync(join(scratch, 'plugin.zip'), zipLimeSurveyPlugin())
    execFileSync('python3', ['-m', 'zipfile', '-e', 'plugin.zip', '.'], { cwd: scratch })
    const names = globSync('*', { cwd: PLUGIN })
    expect(globSync('*', { cwd: join(scratch, 'Byhand') }).toSorted()).toEqual(names.toSorted())
    for (const name of names)
      expect(readFileSync(join(scratch, 'Byhand', name))).toEqual(readFileSync(join(PLUGIN, name)))
  } finally {
    rmSync(scratch, { recursive: true })
  }
})
